// What a panel asks Prometheus, and what Grafana puts in the place of its variables.

const POINTS = 240;

/** The time that is shown: `minutes` up to now. */
export function span(minutes, scrapeS) {
  const end = Date.now() / 1000;
  const stepS = Math.max(scrapeS, Math.ceil((minutes * 60) / POINTS));
  return { start: end - minutes * 60, end, stepS, rateS: Math.max(stepS + scrapeS, 4 * scrapeS) };
}

/** An expression with everything chosen for which the dashboard has a variable. */
function filledIn(expression, time) {
  return expression
    .replaceAll('$__rate_interval', `${time.rateS}s`)
    .replaceAll('$__range', `${Math.round(time.end - time.start)}s`)
    .replaceAll(/\$[a-z]+/g, '.*');
}

async function ask(path, parameters) {
  const response = await fetch(`/api/v1/${path}?${new URLSearchParams(parameters)}`);
  const answer = await response.json();
  if (answer.status !== 'success') throw new Error(answer.error);
  return answer.data;
}

function legendOf(target, labels) {
  if (target.legendFormat) return target.legendFormat.replaceAll(/{{(\w+)}}/g, (_, label) => labels[label] ?? '');
  return Object.entries(labels).map(([label, value]) => `${label}=${value}`).join(' ');
}

/** The series of a panel: a name, labels, and points of time and value. */
export async function seriesOf(panel, time) {
  const answers = await Promise.all(panel.targets.map((target) => {
    const query = filledIn(target.expr, time);
    return target.instant
      ? ask('query', { query, time: time.end })
      : ask('query_range', { query, start: time.start, end: time.end, step: time.stepS });
  }));
  return answers.flatMap(({ result }, index) => result.map((each) => ({
    name: legendOf(panel.targets[index], each.metric),
    labels: each.metric,
    points: (each.values ?? [each.value]).map(([at, value]) => [at, Number(value)]).filter(([, value]) => Number.isFinite(value)),
  }))).filter(({ points }) => points.length > 0);
}

/** How often Prometheus scrapes kvlease, in seconds. */
export async function scrapeSeconds() {
  const { activeTargets } = await ask('targets', { state: 'active' });
  const [, count, unit] = activeTargets[0]?.scrapeInterval.match(/^(\d+)(s|m)/) ?? [];
  return unit === undefined ? 15 : Number(count) * (unit === 'm' ? 60 : 1);
}
