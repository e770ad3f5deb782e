import { dashboard, heatmap, limitOf, number, orNone, series, table, variable } from './panels.mjs';

const SWITCH = 'Of single holders only where kvlease.metrics.holders.max allows for them.';

const STATUS = { READABLE: 'green', EXPIRED: 'orange' };

const byReason = (metric, more = '') => `sum by (reason) (rate(${metric}{@${more}}[$__rate_interval]))`;
const quantile = (q, metric) => `histogram_quantile(${q}, sum by (le) (rate(${metric}_bucket{@}[$__rate_interval])))`;

export default () =>
  dashboard({
    uid: 'kvlease-leases',
    title: 'kvlease: leases and verdicts',
    description: 'What readers asked, what they were told and why, how soon, and what leases there are.',
    filter: 'cluster=~"$cluster"',
    variables: [
      variable('cluster', 'Cluster', 'label_values(kvlease_ready, cluster)'),
      variable('holder', 'Holder', 'label_values(kvlease_holder_live_leases{cluster=~"$cluster"}, holder)'),
    ],
    rows: [
      ['Now', 4,
        number('Answers', 'Answers to read intents.', 'reqps', 'sum(rate(kvlease_verdicts_total{@}[$__rate_interval]))'),
        number('Told READABLE', 'Share of all answers.', 'percentunit',
          'sum(rate(kvlease_verdicts_total{@,status="READABLE"}[$__rate_interval])) / sum(rate(kvlease_verdicts_total{@}[$__rate_interval]))'),
        number('Slowest of a hundred', 'From the record time of an intent to the writing of its answer; red where KvleaseVerdictsLate fires.', 's',
          quantile(0.99, 'kvlease_verdict_latency_seconds'), { limit: limitOf('KvleaseVerdictsLate') }),
        number('Live leases', 'Leases that have not ended.', 'short', 'sum(kvlease_live_leases{@})'),
        number('Reads under way', 'Told READABLE, neither ended nor revoked.', 'short', 'sum(kvlease_open_reads{@})'),
        number('Holders', 'Holders of which anything is remembered.', 'short', 'sum(kvlease_holders{@})')],
      ['Answers', 8,
        series('Answers by status', 'Expired reads are answers. Failures of the transport are not here but under “how reads ended”.', 'reqps',
          [['{{status}}', 'sum by (status) (rate(kvlease_verdicts_total{@}[$__rate_interval]))']], { stack: true, colours: STATUS }),
        series('Why EXPIRED', 'Refused claims are CLAIMED.', 'reqps',
          [['{{reason}}', byReason('kvlease_verdicts_total', ',status="EXPIRED"')]], { stack: true }),
        series('Why READABLE', '', 'reqps',
          [['{{reason}}', byReason('kvlease_verdicts_total', ',status="READABLE"')]], { stack: true })],
      ['Time', 8,
        series('How long answers take', 'Red line: where KvleaseVerdictsLate fires.', 's',
          [['median', quantile(0.5, 'kvlease_verdict_latency_seconds')],
            ['one of ten', quantile(0.9, 'kvlease_verdict_latency_seconds')],
            ['one of a hundred', quantile(0.99, 'kvlease_verdict_latency_seconds')]],
          { limit: limitOf('KvleaseVerdictsLate') }),
        heatmap('Time left of leases when asked about', 'Headroom to the deadline on the reader’s clock. What is below the safety margin was declined.', 's',
          'sum by (le) (increase(kvlease_deadline_headroom_seconds_bucket{@}[$__rate_interval]))'),
        series('Least time left', 'A tenth, or a hundredth, of all answers had less than this.', 's',
          [['one of ten', quantile(0.1, 'kvlease_deadline_headroom_seconds')],
            ['one of a hundred', quantile(0.01, 'kvlease_deadline_headroom_seconds')]])],
      ['Answers that may change', 8,
        series('Provisional answers', 'Another one may come if the reader asks again.', 'reqps',
          [['{{reason}}', byReason('kvlease_provisional_verdicts_total')]], { stack: true }),
        series('Time until one that is not provisional', 'By record time.', 's',
          [['median', quantile(0.5, 'kvlease_provisional_resolution_seconds')],
            ['one of a hundred', quantile(0.99, 'kvlease_provisional_resolution_seconds')]]),
        series('Answers about untracked holders', 'They send no lease events; the deadline in the intent decides, or nothing.', 'reqps',
          [['{{status}}', orNone('sum by (status) (rate(kvlease_untracked_verdicts_total{@}[$__rate_interval]))', 'status')]], { colours: STATUS })],
      ['Leases', 8,
        series('How reads ended', 'By the readers’ own reports. FAILED is a failure of the transport.', 'reqps',
          [['{{status}}', 'sum by (status) (rate(kvlease_read_outcomes_total{@}[$__rate_interval]))']],
          { stack: true, colours: { COMPLETED: 'green', DECLINED: 'orange', FAILED: 'red' } }),
        series('How leases ended', '', 'ops', [['{{reason}}', byReason('kvlease_leases_ended_total')]], { stack: true }),
        series('What is remembered', '', 'short',
          [['live leases', 'sum(kvlease_live_leases{@})'],
            ['requests', 'sum(kvlease_remembered_requests{@})'],
            ['reads under way', 'sum(kvlease_open_reads{@})'],
            ['reads to be judged', 'sum(kvlease_waiting_reads{@})']])],
      ['Holders', 8,
        series('Holders', '', 'short', [['{{state}}', 'sum by (state) (kvlease_holders{@})']], { stack: true }),
        series('Live leases of single holders', `The ten that have most. ${SWITCH}`, 'short',
          [['{{holder}}', 'topk(10, sum by (holder) (kvlease_holder_live_leases{@,holder=~"$holder"}))']]),
        table('Holders now', `Live leases. ${SWITCH}`, 'short',
          'sort_desc(sum by (cluster, holder) (kvlease_holder_live_leases{@,holder=~"$holder"}))', ['cluster', 'holder'])],
    ],
  });
