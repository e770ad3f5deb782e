import { dashboard, limitOf, number, orNone, series, table, variable } from './panels.mjs';

const counted = (metric, by, more = '') =>
  [[`{{${by}}}`, orNone(`sum by (${by}) (increase(${metric}{@${more}}[$__rate_interval])) > 0`, by)]];
const inRange = (metric, more = '') => `round(sum(increase(${metric}{@${more}}[$__range])))`;
/** Zero where nothing of the kind has been counted yet, for then there is no series. */
const orZero = (expression) => `${expression} or on() sum(kvlease_ready{@}) * 0`;

export default () =>
  dashboard({
    uid: 'kvlease-incidents',
    title: 'kvlease: incidents',
    description: 'What has gone wrong or nearly so: foreign reads, answers taken back, lost events, records that cannot be used.',
    filter: 'cluster=~"$cluster"',
    variables: [
      variable('cluster', 'Cluster', 'label_values(kvlease_ready, cluster)'),
      variable('holder', 'Holder', 'label_values(kvlease_holder_missing_events{cluster=~"$cluster"}, holder)'),
    ],
    rows: [
      ['In the time shown', 4,
        number('Certainly foreign reads', 'KvleaseForeignRead pages.', 'short', inRange('kvlease_violations_total', ',certainty="CERTAIN"'), { limit: 1 }),
        number('Possibly foreign reads', 'What was known does not rule it out.', 'short', inRange('kvlease_violations_total', ',certainty="POSSIBLE"')),
        number('Answers taken back', 'READABLE, and then revoked.', 'short', orZero(inRange('kvlease_revocations_total'))),
        number('Lease events missing now', 'Older leases of such holders are answered EXPIRED meanwhile.', 'short', 'sum(kvlease_missing_events{@})', { limit: 1 }),
        number('Dead letters', 'Records that could not be used.', 'short', inRange('kvlease_dead_letters_total'), { limit: 1 }),
        number('Failed transfers', 'By the readers’ own reports; never an expired lease.', 'short', orZero(inRange('kvlease_read_outcomes_total', ',status="FAILED"')))],
      ['Alerts', 6,
        table('Alerts that fire or are about to', 'docs/operations.md says of each what to do.', 'short',
          'sum by (alertname, alertstate, severity, cluster) (ALERTS{@,alertname=~"Kvlease.*"})', ['alertname', 'alertstate', 'severity', 'cluster'])],
      ['Foreign reads', 8,
        series('Violations, certain', 'By type.', 'short', counted('kvlease_violations_total', 'violation', ',certainty="CERTAIN"'), { bars: true }),
        series('Violations, possible', 'By type.', 'short', counted('kvlease_violations_total', 'violation', ',certainty="POSSIBLE"'), { bars: true }),
        series('Answers taken back', 'By reason.', 'short',
          counted('kvlease_revocations_total', 'reason'), { bars: true })],
      ['Lost and stale events', 8,
        series('Lease events missing', '', 'short',
          [['events', 'sum(kvlease_missing_events{@})'], ['holders', 'sum(kvlease_holders_with_gaps{@})']]),
        series('Age of the oldest gap', 'Red line: where KvleaseGapOpen fires.', 's', [['oldest', 'max(kvlease_gap_age_max_seconds{@})']], { limit: limitOf('KvleaseGapOpen') }),
        series('Missing at single holders', 'Only where kvlease.metrics.holders.max allows for them.', 'short',
          [['{{holder}}', 'topk(10, sum by (holder) (kvlease_holder_missing_events{@,holder=~"$holder"}))']])],
      ['Holders', 8,
        series('Restarts and other lives', 'Events of a life that is not the current one.', 'short',
          [...counted('kvlease_stale_life_records_total', 'life'), ['holders in doubt', 'sum(kvlease_holders_in_doubt{@})']], { bars: true }),
        series('Duplicates', 'Lease events whose seq had been seen, and last words sent again.', 'short',
          [['events', 'sum(increase(kvlease_duplicate_events_total{@}[$__rate_interval]))'],
            ['verdicts', 'sum(increase(kvlease_repeated_verdicts_total{@}[$__rate_interval]))']], { bars: true }),
        series('Silent holders', '', 'short', [['silent', 'sum(kvlease_silent_holders{@})']])],
      ['Records', 8,
        series('Dead letters', 'By reason; their headers name the cure.', 'short', counted('kvlease_dead_letters_total', 'reason'), { bars: true }),
        series('Refused and failed', 'Claims of a single-use lease that another reader has, and transfers that failed.', 'short',
          [['claims refused', orZero('sum(increase(kvlease_verdicts_total{@,reason="CLAIMED"}[$__rate_interval]))')],
            ['transfers failed', orZero('sum(increase(kvlease_read_outcomes_total{@,status="FAILED"}[$__rate_interval]))')]], { bars: true }),
        series('Notes', 'What happened to records without a verdict to show for it.', 'short', counted('kvlease_notes_total', 'note'), { bars: true })],
    ],
  });
