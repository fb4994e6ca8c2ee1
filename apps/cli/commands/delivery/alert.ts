import { dayText } from '@tallyboard/core/time/day.ts';
import { MAX_BACK_TEST_DAYS } from '@tallyboard/engine/alerts/back-test.ts';
import type { AlertJson } from '@tallyboard/service-kit/alerts/alerts.ts';
import { type GivenAlert, MAX_HOLD } from '@tallyboard/service-kit/alerts/definition.ts';
import { oneOf, readArguments } from '../../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../../command.ts';
import { folderFor } from '../../data-folder.ts';
import { sentenceOf } from '../../error-text.ts';
import { openServer, openSources, SOURCE_OPTIONS } from '../../jira-source.ts';
import { alignedTable } from '../../table.ts';
import { type AlertBackTest, type AlertPlace, serverAlerts } from './server-alerts.ts';
import { storeAlerts } from './store-alerts.ts';

export const helpValues = { hold: MAX_HOLD };

const USAGE =
  "Say 'add NAME', 'list', 'list NAME', 'back-test ID', 'back-test NAME', 'check' or 'remove ID': NAME is a saved report.";

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
  const name = given ?? values.saved;
  const isJson = oneOf('--format', values.format ?? 'table', ['table', 'json']) === 'json';
  const write = <Told>(told: Told, text: (told: Told) => string) =>
    void streams.out.write(isJson ? `${JSON.stringify(told, null, 2)}\n` : text(told));
  const { figure, above, below, back, limits, after, hold, to } = values;
  const rule: GivenAlert = {
    figure,
    above,
    below,
    back,
    limits,
    after,
    hold,
    to,
    serviceLevel: values['service-level'],
    overPercentile: values['over-percentile'],
  };
  return withPlace(values, streams, async ({ alerts, check }): Promise<ExitCode> => {
    if (step === 'list') write({ alerts: await alerts.list(name) }, listOf);
    else if (step === 'check') write({ events: (await check(name)).map(eventJson) }, eventsOf);
    else if (name === undefined) throw new UsageError(USAGE);
    else if (step === 'add')
      write(await alerts.add(name, rule, values.account), ({ id }) => `${id}\n`);
    else if (step === 'back-test')
      write(await alerts.backTest(name, rule, daysOf(values.days)), testOf);
    else if (step === 'remove') await alerts.remove(name);
    else throw new UsageError(USAGE);
    return 0;
  });
}

interface Place {
  readonly alerts: AlertPlace;
  readonly check: ReturnType<typeof storeAlerts>['check'];
}

type Values = Parameters<typeof openServer>[0] & { readonly site?: string | undefined };

async function withPlace(
  { url, data, site, ...values }: Partial<Values>,
  streams: Streams,
  use: (place: Place) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (url !== undefined) {
    const alerts = serverAlerts(openServer({ ...values, url }, streams));
    return use({
      alerts,
      async check() {
        throw new UsageError("'check' goes with --data: a server that runs looks by itself.");
      },
    });
  }
  const folder = folderFor({
    ...(data !== undefined && { data }),
    ...(site !== undefined && { site }),
  });
  const sources = await openSources({ data: folder }, streams);
  try {
    const { store } = sources;
    if (!store)
      throw new UsageError('Alerts are in a data folder (--data) or on a server (--url).');
    const onError = (error: unknown) => void streams.err.write(`${sentenceOf(error)}\n`);
    const alerts = storeAlerts(store, Date.now, onError);
    return await use({ alerts, check: alerts.check });
  } finally {
    await sources.close();
  }
}

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_BACK_TEST_DAYS) return days;
  throw new UsageError(`--days is a whole number from 1 to ${MAX_BACK_TEST_DAYS}, not '${text}'.`);
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
