import { dayText } from '@tallyboard/core/time/day.ts';
import type { AlertJson } from '@tallyboard/service-kit/alerts/alerts.ts';
import { MAX_HOLD } from '@tallyboard/service-kit/alerts/definition.ts';
import { oneOf, readArguments } from '../../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../../command.ts';
import { folderFor } from '../../data-folder.ts';
import { sentenceOf } from '../../error-text.ts';
import { openSources, SOURCE_OPTIONS } from '../../jira-source.ts';
import { ownerOf } from '../../owner.ts';
import { alignedTable } from '../../table.ts';
import { type AlertBackTest, storeAlerts } from './store-alerts.ts';

export const helpValues = { hold: MAX_HOLD };

const USAGE =
  "Say 'add NAME', 'list', 'list NAME', 'back-test ID', 'back-test NAME', 'check' or 'remove ID': NAME is a saved report.";
const MAX_DAYS = 730;

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    site: { type: 'string' },
    saved: { type: 'string' },
    figure: { type: 'string' },
    above: { type: 'string' },
    below: { type: 'string' },
    back: { type: 'string' },
    'service-level': { type: 'string' },
    limits: { type: 'boolean' },
    after: { type: 'string' },
    'over-percentile': { type: 'boolean' },
    hold: { type: 'string' },
    to: { type: 'string' },
    days: { type: 'string' },
    account: { type: 'string' },
    format: { type: 'string' },
  });
  const [step = '', given, ...more] = positionals;
  if (more.length > 0 || (given !== undefined && values.saved !== undefined))
    throw new UsageError(USAGE);
  if (values.url !== undefined)
    throw new UsageError(
      'Alerts are in a data folder (--data). On the machine of a server name its folder.',
    );
  const name = given ?? values.saved;
  const isJson = oneOf('--format', values.format ?? 'table', ['table', 'json']) === 'json';
  const write = <Told>(told: Told, text: (told: Told) => string) =>
    void streams.out.write(isJson ? `${JSON.stringify(told, null, 2)}\n` : text(told));
  const { data, site } = values;
  const folder = folderFor({
    ...(data !== undefined && { data }),
    ...(site !== undefined && { site }),
  });
  const rule = {
    ...values,
    serviceLevel: values['service-level'],
    overPercentile: values['over-percentile'],
  };
  const sources = await openSources({ data: folder }, streams);
  const { store } = sources;
  if (!store) throw new UsageError('Alerts are in a data folder (--data).');
  const alerts = storeAlerts(store, Date.now, error => streams.err.write(`${sentenceOf(error)}\n`));
  try {
    if (step === 'list') write({ alerts: await alerts.list(name) }, listOf);
    else if (step === 'check')
      write({ events: (await alerts.check(name)).map(eventJson) }, eventsOf);
    else if (name === undefined) throw new UsageError(USAGE);
    else if (step === 'add') {
      const owner = await ownerOf(store, values.account, 'alert');
      write(await alerts.add(name, rule, owner), ({ id }) => `${id}\n`);
    } else if (step === 'back-test')
      write(await alerts.backTest(name, rule, daysOf(values.days)), testOf);
    else if (step === 'remove') await alerts.remove(name);
    else throw new UsageError(USAGE);
    return 0;
  } finally {
    await sources.close();
  }
}

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw new UsageError(`--days is a whole number from 1 to ${MAX_DAYS}, not '${text}'.`);
}

type Checked = Awaited<ReturnType<ReturnType<typeof storeAlerts>['check']>>[number];

const eventJson = ({ alert, kind, day, value, text }: Checked) => ({
  alert,
  kind,
  day: dayText(day),
  value: value !== null && Number.isFinite(value) ? value : null,
  text,
});

function listOf({ alerts }: { readonly alerts: readonly AlertJson[] }): string {
  return alignedTable({
    columns: ['Id', 'Saved report', 'Figure', 'When', 'Now', 'Since the last', 'To'],
    rows: alerts.map(each => [
      each.id,
      each.name ?? '',
      each.figure,
      each.conditionText,
      each.why === null ? each.state : `${each.state}: ${each.why}`,
      lastEvent(each),
      each.to.join(', '),
    ]),
  });
}

function lastEvent({ events }: AlertJson): string {
  const last = events.find(({ kind }) => kind === 'crossed' || kind === 'back');
  return last ? `${last.kind} ${last.day}` : '';
}

function eventsOf({
  events,
}: {
  readonly events: readonly ReturnType<typeof eventJson>[];
}): string {
  if (events.length === 0) return 'Nothing to tell.\n';
  return alignedTable({
    columns: ['Alert', 'Event', 'Day', 'Value', 'Why'],
    rows: events.map(({ alert, kind, day, value, text }) => [
      alert,
      kind,
      day,
      value === null ? '' : String(value),
      text ?? '',
    ]),
  });
}

function testOf({ name, from, to, text, events }: AlertBackTest): string {
  const rows = events
    .filter(({ kind }) => kind === 'crossed' || kind === 'back')
    .map(({ day, kind, value, text: why }) => [
      day,
      kind,
      value === null ? '' : String(Math.round(value * 100) / 100),
      why ?? '',
    ]);
  const table =
    rows.length === 0
      ? ''
      : `\n${alignedTable({ columns: ['Day', 'Event', 'Value', 'Why'], rows })}`;
  return `${name}, ${from} to ${to}\n${text}\n${table}`;
}
