#!/usr/bin/env node
// Holds the dashboards to Grafana's published types: writes each as a value of its type, and lets the TypeScript
// compiler say what does not fit. Needs what package.json beside it names: npm ci.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DASHBOARDS = join(HERE, '../dashboards');
const SDK = '@grafana/grafana-foundation-sdk';

// JSON has neither enums nor the methods by which the SDK tells its types apart.
const HEAD = `
import type * as dashboard from '${SDK}/dashboard';
import type * as prometheus from '${SDK}/prometheus';
import type * as timeseries from '${SDK}/timeseries';
import type * as stat from '${SDK}/stat';
import type * as heatmap from '${SDK}/heatmap';
import type * as table from '${SDK}/table';

type Plain<T> = 0 extends 1 & T ? any
  : T extends string ? \`\${T}\`
  : T extends number | boolean | null | undefined ? T
  : T extends (infer E)[] ? Plain<E>[]
  : { [K in keyof T as T[K] extends Function ? never : K]: Plain<T[K]> };
type Row = Plain<dashboard.RowPanel>;
type Of<Type extends string, Options, Custom> = Omit<Plain<dashboard.Panel>, 'type' | 'options' | 'fieldConfig' | 'targets'> & {
  type: Type;
  options: Plain<Options>;
  fieldConfig: Omit<Plain<dashboard.FieldConfigSource>, 'defaults'> & {
    defaults: Omit<Plain<dashboard.FieldConfig>, 'custom'> & { custom?: Plain<Custom> };
  };
  targets: Plain<prometheus.Dataquery>[];
};
type Panel =
  | Of<'timeseries', timeseries.Options, timeseries.FieldConfig>
  | Of<'stat', stat.Options, never>
  | Of<'heatmap', heatmap.Options, heatmap.FieldConfig>
  | Of<'table', table.Options, table.FieldConfig>;
type Dashboard = Omit<Plain<dashboard.Dashboard>, 'panels'> & { panels: (Row | Panel)[] };
`;

const work = mkdtempSync(join(tmpdir(), 'kvlease-types-'));
try {
  symlinkSync(join(HERE, 'node_modules'), join(work, 'node_modules'));
  const files = readdirSync(DASHBOARDS).filter((name) => name.endsWith('.json'));
  const values = files.map((name, index) =>
    `// ${name}\nexport const dashboard${index}: Dashboard = ${readFileSync(join(DASHBOARDS, name), 'utf8')};\n`);
  writeFileSync(join(work, 'dashboards.ts'), HEAD + values.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
  execFileSync(join(HERE, 'node_modules/.bin/tsc'), [...options, 'dashboards.ts'], { cwd: work, stdio: 'inherit' });
  console.log(`${files.length} dashboards are of Grafana's types`);
} catch (failure) {
  console.error(failure.status ? 'the dashboards are not of Grafana’s types' : failure);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true });
}
