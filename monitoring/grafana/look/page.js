// The dashboards of ../dashboards without Grafana, drawn from the answers of the Prometheus that serves this page:
//
//   prometheus --web.user-assets=monitoring/grafana …    then http://127.0.0.1:9090/user/look/?dashboard=kvlease-leases
//
// Parameters: `dashboard`, and `minutes` up to now. When all is drawn, <main> says what came of it in data-panels,
// data-empty and data-failed, each a number or titles.

import { element, heatmap, lines, number, table } from './charts.js';
import { scrapeSeconds, seriesOf, span } from './prometheus.js';

const DASHBOARDS = ['kvlease-leases', 'kvlease-clocks', 'kvlease-incidents', 'kvlease-streams'];
const DRAWN = { stat: number, table, timeseries: lines, heatmap };
const ROW_PX = 36;

const parameters = new URLSearchParams(location.search);
const shown = parameters.get('dashboard') ?? DASHBOARDS[0];
const minutes = Number(parameters.get('minutes') ?? 15);
const main = document.querySelector('main');

function place(made, { x, y, w, h }) {
  made.style.gridArea = `${y + 1} / ${x + 1} / span ${h} / span ${w}`;
  main.append(made);
  return made;
}

async function draw(panel, time) {
  if (panel.type === 'row') return place(element('h2', {}, panel.title), panel.gridPos);
  const section = place(element('section', {}, element('h3', { title: panel.description }, panel.title)), panel.gridPos);
  try {
    const series = await seriesOf(panel, time);
    const height = (panel.gridPos.h * ROW_PX - 40) * (600 / section.clientWidth) * 0.8;
    section.append(...(series.length > 0 ? DRAWN[panel.type](panel, series, time, height) : [element('p', {}, 'no data')]));
    section.dataset.state = series.length > 0 ? 'drawn' : 'empty';
  } catch (failure) {
    section.append(element('p', { class: 'error' }, failure.message));
    section.dataset.state = 'failed';
  }
  return section;
}

const dashboards = await Promise.all(DASHBOARDS.map(async (uid) => (await fetch(`../dashboards/${uid}.json`)).json()));
document.querySelector('nav').append(...dashboards.map(({ uid, title }) => element(
  'a', { href: `?dashboard=${uid}&minutes=${minutes}`, ...(uid === shown && { 'aria-current': 'page' }) }, title.replace('kvlease: ', ''))));
const dashboard = dashboards.find(({ uid }) => uid === shown);
document.title = dashboard.title;
const time = span(minutes, await scrapeSeconds());
const panels = await Promise.all(dashboard.panels.map((panel) => draw(panel, time)));
const titles = (state) => panels.filter((panel) => panel.dataset.state === state).map((panel) => panel.querySelector('h3').textContent);
Object.assign(main.dataset, { panels: titles('drawn').length, empty: titles('empty').join(', '), failed: titles('failed').join(', ') });
