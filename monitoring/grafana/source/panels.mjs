// Panels and dashboards as Grafana stores them, from as little as has to be said about each.

import { readFileSync } from 'node:fs';

const RULES = readFileSync(new URL('../../rules/kvlease.yml', import.meta.url), 'utf8');
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const SCHEMA_VERSION = 39;
const COLUMNS = 24;

/** The number that an alert compares with, so that a panel draws its line where the alert fires. */
export function limitOf(alert) {
  const expression = RULES.match(new RegExp(`- alert: ${alert}\\n\\s+expr: (?:\\|\\n\\s+)?(.*)`))?.[1] ?? '';
  const limit = Number(expression.match(/[<>] ([0-9.]+)$/)?.[1]);
  if (Number.isNaN(limit)) throw new Error(`no limit in the expression of ${alert}: ${expression}`);
  return limit;
}

/** Says `none` of a label where an expression has no series, for example because nothing of the kind has been counted. */
export function orNone(expression, label) {
  return `${expression} or on() label_replace(sum(kvlease_ready{@}) * 0, "${label}", "none", "", "")`;
}

/** Lines of time. `queries` has a legend and an expression each. */
export function series(title, description, unit, queries, { stack = false, bars = false, limit, colours = {} } = {}) {
  const custom = {
    drawStyle: bars ? 'bars' : 'line',
    lineWidth: bars ? 0 : 1,
    fillOpacity: bars ? 80 : stack ? 25 : 8,
    showPoints: 'never',
    stacking: { mode: stack || bars ? 'normal' : 'none', group: 'A' },
    thresholdsStyle: { mode: limit === undefined ? 'off' : 'line' },
  };
  return {
    type: 'timeseries',
    title,
    description,
    targets: targets(queries, { range: true }),
    fieldConfig: {
      ...fields(unit, { custom, min: 0, color: { mode: 'palette-classic' }, ...bounds(limit) }),
      overrides: Object.entries(colours).map(([name, fixedColor]) => ({
        matcher: { id: 'byName', options: name },
        properties: [{ id: 'color', value: { mode: 'fixed', fixedColor } }],
      })),
    },
    options: {
      legend: { displayMode: 'table', placement: 'bottom', showLegend: true, calcs: ['lastNotNull', 'max'] },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  };
}

/** One number of now, or one for each series, red from `limit` on. */
export function number(title, description, unit, expression, { legend = '', limit, none } = {}) {
  return {
    type: 'stat',
    title,
    description,
    targets: targets([[legend, expression]], { instant: true, range: false }),
    fieldConfig: fields(unit, { color: { mode: 'thresholds' }, ...bounds(limit), ...(none && { noValue: none }) }),
    options: {
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      orientation: 'auto',
      textMode: 'auto',
      colorMode: 'value',
      graphMode: 'none',
      justifyMode: 'auto',
      wideLayout: true,
      showPercentChange: false,
      percentChangeColorMode: 'standard',
    },
  };
}

/** The buckets of a histogram over time. */
export function heatmap(title, description, unit, expression) {
  return {
    type: 'heatmap',
    title,
    description,
    targets: targets([['{{le}}', expression]], { range: true, format: 'heatmap' }),
    fieldConfig: { defaults: { custom: {} }, overrides: [] },
    options: {
      calculate: false,
      color: { mode: 'scheme', scheme: 'Oranges', fill: 'dark-orange', exponent: 0.5, steps: 64, reverse: false },
      cellGap: 1,
      filterValues: { le: 1e-9 },
      rowsFrame: { layout: 'auto' },
      showValue: 'never',
      yAxis: { unit, axisPlacement: 'left', reverse: false },
      legend: { show: true },
      tooltip: { mode: 'single', yHistogram: false },
      exemplars: { color: 'rgba(255,0,255,0.7)' },
    },
  };
}

/** What is so now, a row for each series; `columns` are its labels, by which it is sorted. */
export function table(title, description, unit, expression, columns) {
  const shown = Object.fromEntries(columns.map((label, index) => [label, index]));
  return {
    type: 'table',
    title,
    description,
    targets: targets([['', expression]], { instant: true, range: false, format: 'table' }),
    transformations: [
      { id: 'filterFieldsByName', options: { include: { names: [...columns, 'Value'] } } },
      { id: 'organize', options: { indexByName: { ...shown, Value: columns.length } } },
    ],
    fieldConfig: fields(unit, { custom: { align: 'auto', inspect: false } }),
    options: { frameIndex: 0, showHeader: true, cellHeight: 'sm' },
  };
}

function targets(queries, how) {
  return queries.map(([legendFormat, expr], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: DATASOURCE,
    editorMode: 'code',
    expr,
    legendFormat,
    ...how,
  }));
}

function fields(unit, more) {
  return { defaults: { unit, mappings: [], ...more }, overrides: [] };
}

function bounds(limit) {
  const steps = [{ color: 'green', value: null }];
  if (limit !== undefined) steps.push({ color: 'red', value: limit });
  return { thresholds: { mode: 'absolute', steps } };
}

/** A variable whose values are those of a label; all of them unless chosen, and so without a value where there are none. */
export function variable(name, label, query) {
  return {
    type: 'query',
    name,
    label,
    datasource: DATASOURCE,
    definition: query,
    query: { query, refId: 'StandardVariableQuery' },
    refresh: 2,
    sort: 1,
    multi: true,
    includeAll: true,
    allValue: '.*',
    current: { text: 'All', value: '$__all' },
  };
}

/**
 * A dashboard. `rows` has a title, a height, and panels that share the width evenly; `@` in an expression stands for the
 * `filter` of the dashboard's variables.
 */
export function dashboard({ uid, title, description, variables, filter, rows }) {
  const panels = [];
  let y = 0;
  for (const [rowTitle, height, ...inRow] of rows) {
    panels.push({ type: 'row', title: rowTitle, collapsed: false, gridPos: { x: 0, y, w: COLUMNS, h: 1 }, panels: [] });
    const edge = (index) => Math.round((COLUMNS * index) / inRow.length);
    inRow.forEach((panel, index) =>
      panels.push({
        ...panel,
        datasource: DATASOURCE,
        gridPos: { x: edge(index), y: y + 1, w: edge(index + 1) - edge(index), h: height },
      }));
    y += height + 1;
  }
  const text = JSON.stringify(
    {
      uid,
      title,
      description,
      tags: ['kvlease'],
      timezone: 'browser',
      editable: true,
      graphTooltip: 1,
      time: { from: 'now-1h', to: 'now' },
      refresh: '30s',
      schemaVersion: SCHEMA_VERSION,
      templating: { list: [datasource(), ...variables] },
      annotations: { list: [] },
      links: [others()],
      panels: panels.map((panel, index) => ({ id: index + 1, ...panel })),
    },
    null,
    2,
  );
  return text.replaceAll('{@', `{${filter.replaceAll('"', '\\"')}`) + '\n';
}

function datasource() {
  return { type: 'datasource', name: 'datasource', label: 'Prometheus', query: 'prometheus', refresh: 1 };
}

function others() {
  return {
    title: 'kvlease',
    type: 'dashboards',
    icon: 'external link',
    tooltip: '',
    tags: ['kvlease'],
    asDropdown: true,
    targetBlank: false,
    includeVars: true,
    keepTime: true,
  };
}
