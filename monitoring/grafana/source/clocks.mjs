import { dashboard, limitOf, number, orNone, series, table, variable } from './panels.mjs';

const PAIRS = 'Of single pairs only where kvlease.metrics.pairs.max allows for them.';

const QUANTILES = [['0.5', 'median'], ['0.99', 'one of a hundred'], ['1.0', 'worst']];
const byQuantile = (metric) =>
  QUANTILES.map(([q, legend]) => [legend, `max(${metric}{@,quantile="${q}"})`]);
const ofPair = (metric) => `max by (holder, reader) (${metric}{@,holder=~"$holder",reader=~"$reader"})`;

export default () =>
  dashboard({
    uid: 'kvlease-clocks',
    title: 'kvlease: clocks',
    description: 'How well the clocks of holders and readers are known against each other, and how lately.',
    filter: 'cluster=~"$cluster"',
    variables: [
      variable('cluster', 'Cluster', 'label_values(kvlease_ready, cluster)'),
      variable('holder', 'Holder', 'label_values(kvlease_pair_clock_age_seconds{cluster=~"$cluster"}, holder)'),
      variable('reader', 'Reader', 'label_values(kvlease_pair_clock_age_seconds{cluster=~"$cluster",holder=~"$holder"}, reader)'),
    ],
    rows: [
      ['Now', 4,
        number('Pairs with a known offset', '', 'short', 'sum(kvlease_clock_pairs{@,state="known"})'),
        number('Pairs without', 'Reads of such a pair are declined.', 'short', 'sum(kvlease_clock_pairs{@,state="unknown"})'),
        number('Widest bound', 'Half the width of an offset’s bounds, drift included. Red from half the safety margin on.', 's',
          'max(kvlease_clock_error_bound_seconds{@,quantile="1.0"})', { limit: limitOf('KvleaseClockBoundWide') }),
        number('Steps in this time', 'Times that the clocks of a pair were seen to step.', 'short', 'round(sum(increase(kvlease_clock_steps_total{@}[$__range])))'),
        number('Silent holders', 'Tracked holders whose clock has not advanced for 10 s.', 'short', 'sum(kvlease_silent_holders{@})', { limit: 1 })],
      ['All pairs', 8,
        series('Bounds of offsets', 'Red line: half the safety margin, where KvleaseClockBoundWide fires.', 's',
          byQuantile('kvlease_clock_error_bound_seconds'), { limit: limitOf('KvleaseClockBoundWide') }),
        series('Age of what is known', 'Time since the last sample that an offset rests on.', 's', byQuantile('kvlease_clock_age_seconds')),
        series('Best round trips', 'Half of it is the least that a bound can be.', 's', byQuantile('kvlease_clock_min_rtt_seconds'))],
      ['What comes of it', 8,
        series('Pairs', '', 'short', [['{{state}}', 'sum by (state) (kvlease_clock_pairs{@})']], { stack: true }),
        series('Clock steps', 'Seen by handshakes that do not fit together.', 'short',
          [['steps', 'sum(increase(kvlease_clock_steps_total{@}[$__rate_interval]))']], { bars: true }),
        series('Reads declined because of clocks', 'No usable offset, or too late with what its bounds leave open.', 'reqps',
          [['{{reason}}', orNone('sum by (reason) (rate(kvlease_verdicts_total{@,reason=~"CLOCK_UNKNOWN|WITHIN_SAFETY_MARGIN"}[$__rate_interval]))', 'reason')]])],
      ['Holders’ clocks', 8,
        series('Silent holders', '', 'short', [['silent', 'sum(kvlease_silent_holders{@})'], ['in doubt', 'sum(kvlease_holders_in_doubt{@})']]),
        series('Longest silence', 'How far the clock of a tracked holder lags behind.', 's', [['longest', 'max(kvlease_holder_silence_max_seconds{@})']]),
        series('Silence of single holders', 'Only where kvlease.metrics.holders.max allows for them.', 's',
          [['{{holder}}', 'topk(10, max by (holder) (kvlease_holder_silence_seconds{@,holder=~"$holder"}))']])],
      ['Single pairs', 9,
        series('Bounds', `The ten widest. ${PAIRS}`, 's', [['{{holder}} {{reader}}', `topk(10, ${ofPair('kvlease_pair_clock_error_bound_seconds')})`]]),
        series('Age', `The ten oldest. ${PAIRS}`, 's', [['{{holder}} {{reader}}', `topk(10, ${ofPair('kvlease_pair_clock_age_seconds')})`]]),
        table('Bounds now', PAIRS, 's', `sort_desc(${ofPair('kvlease_pair_clock_error_bound_seconds')})`, ['holder', 'reader'])],
    ],
  });
