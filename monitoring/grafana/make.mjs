#!/usr/bin/env node
// Writes monitoring/grafana/dashboards from monitoring/grafana/source; with --check only says which would change.
// Needs Node.js 20 and nothing else.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import clocks from './source/clocks.mjs';
import incidents from './source/incidents.mjs';
import leases from './source/leases.mjs';
import streams from './source/streams.mjs';

const checking = process.argv.includes('--check');
let stale = 0;
for (const make of [leases, clocks, incidents, streams]) {
  const text = make();
  const file = new URL(`dashboards/${JSON.parse(text).uid}.json`, import.meta.url);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (checking) {
    console.error(`${file.pathname} is not what make.mjs writes: run node monitoring/grafana/make.mjs`);
    stale++;
  } else {
    writeFileSync(file, text);
  }
}
process.exit(stale ? 1 : 0);
