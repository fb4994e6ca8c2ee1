import {
  ATTACHMENTS,
  EVENTS,
  type Given,
} from '@tallyboard/service-kit/subscriptions/definition.ts';
import type {
  RunJson,
  SubscriptionJson,
} from '@tallyboard/service-kit/subscriptions/subscriptions.ts';
import { readArguments } from '../../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../../command.ts';
import { folderFor, withFolder } from '../../data-folder.ts';
import {
  type SubscriptionPlace,
  serverSubscriptions,
  storeSubscriptions,
} from '../../delivery/subscriptions.ts';
import { openServer, SOURCE_OPTIONS } from '../../jira-source.ts';
import { alignedTable } from '../../table.ts';

export const helpValues = { files: ATTACHMENTS.join(', '), events: EVENTS.join(', ') };

const USAGE =
  "Say 'add NAME --cron FIELDS --to WHOM', 'list', 'list NAME', 'test ID', 'history ID', 'pause ID', 'resume ID', 'remove ID', 'release NAME' or 'end-release NAME': NAME is a saved report; of a dashboard it is --dashboard NAME.";
const OUTPUTS: readonly string[] = ['table', 'json'];

const text = { type: 'string' } as const;

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    site: text,
    saved: text,
    dashboard: text,
    account: text,
    format: text,
    cron: text,
    zone: text,
    event: text,
    of: text,
    back: { type: 'boolean' },
    as: text,
    to: { type: 'string', multiple: true },
  });
  const [step = '', given, ...more] = positionals;
  const { saved, dashboard } = values;
  const names = [given, saved, dashboard].filter(each => each !== undefined);
  if (more.length > 0 || names.length > 1) throw new UsageError(USAGE);
  const [name] = names;
  const kind = dashboard === undefined ? ('saved report' as const) : ('dashboard' as const);
  const { format = 'table' } = values;
  // A file of the mail may be named by either.
  const file = values.as ?? (OUTPUTS.includes(format) ? undefined : format);
  const isJson = format === 'json';
  const write = <Told>(told: Told, words: (told: Told) => string) =>
    void streams.out.write(isJson ? `${JSON.stringify(told, null, 2)}\n` : words(told));
  const { cron, zone, event, of, back, to = [] } = values;
  return withPlace(values, streams, async (place): Promise<ExitCode> => {
    if (step === 'list') {
      const list = await place.list(name === undefined ? undefined : { kind, name });
      write({ subscriptions: list }, () => listOf(list));
      return 0;
    }
    if (name === undefined) throw new UsageError(USAGE);
    if (step === 'add') {
      if (to.length === 0) throw new UsageError('--to is missing: who gets it.');
      const asked = Object.entries({ cron, zone, event, of, back, file, to: to.join(',') });
      const written = Object.fromEntries(asked.filter(([, value]) => value !== undefined)) as Given;
      const added = await place.add({ kind, name }, written, values.account);
      write(added, ({ id }) => `${id}\n`);
      const waiting = added.to.filter(({ released }) => released === false);
      if (waiting.length > 0)
        streams.err.write(
          `${waiting.map(each => each.name).join(', ')}: nothing is sent until an administrator releases it, with 'tallyboard subscription release'.\n`,
        );
      for (const [whom, secret] of Object.entries(added.secrets ?? {}))
        streams.err.write(`Secret of ${whom}, shown once: ${secret}\n`);
    } else if (step === 'test') return told(await place.test(name, to[0]), write);
    else if (step === 'history') write({ runs: await place.history(name) }, historyOf);
    else if (step === 'pause' || step === 'resume')
      write(await place.change(name, step === 'pause' ? 'paused' : 'active'), stateOf);
    else if (step === 'remove') await place.remove(name);
    else if (step === 'release' || step === 'end-release')
      await place.release({ kind, name }, step === 'release');
    else throw new UsageError(USAGE);
    return 0;
  });
}

/** A test in which a message was not sent has failed. */
function told(
  run: RunJson,
  write: (run: RunJson, words: (run: RunJson) => string) => void,
): ExitCode {
  write(run, each => historyOf({ runs: [each] }));
  return run.messages.length > 0 && run.messages.every(({ state }) => state === 'sent') ? 0 : 1;
}

type Values = Parameters<typeof openServer>[0] & { readonly site?: string | undefined };

async function withPlace(
  { url, data, site, ...values }: Partial<Values>,
  streams: Streams,
  use: (place: SubscriptionPlace) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (url !== undefined) return use(serverSubscriptions(openServer({ ...values, url }, streams)));
  const folder = folderFor({
    ...(data !== undefined && { data }),
    ...(site !== undefined && { site }),
  });
  return withFolder(folder, store => use(storeSubscriptions(store, Date.now)));
}

const timeOf = (time: string | null) => (time === null ? '-' : time.slice(0, 16).replace('T', ' '));

const stateOf = ({ state, next }: SubscriptionJson): string =>
  `${state}${next === null ? '' : `, next ${timeOf(next)} UTC`}\n`;

const recipientOf = ({ name, unsubscribed, released }: SubscriptionJson['to'][number]): string => {
  if (unsubscribed) return `${name} (unsubscribed)`;
  return released === false ? `${name} (not released)` : name;
};

function listOf(list: readonly SubscriptionJson[]): string {
  const rows = list.map(({ id, name, whenText, to, file, state, why, next, owner }) => [
    id,
    name ?? '(deleted)',
    whenText,
    to.map(recipientOf).join(', '),
    file ?? '-',
    state === 'ended' ? `ended: ${why}` : state,
    timeOf(next),
    owner ?? '-',
  ]);
  const columns = ['Id', 'Of', 'When', 'To', 'File', 'State', 'Next (UTC)', 'Owner'];
  return alignedTable({ columns, rows });
}

function historyOf({ runs }: { readonly runs: readonly RunJson[] }): string {
  const rows = runs.flatMap(({ due, cause, detail, messages, omitted, finished }) => {
    const run = [timeOf(due), cause];
    const state = finished === null ? 'waits' : 'done';
    if (messages.length === 0) return [[...run, '-', state, '-', detail || '-']];
    const more = omitted > 0 ? [[...run, `${omitted} more`, '-', '-', '-']] : [];
    return [
      ...messages.map(each => [...run, each.to, each.state, each.attempts, each.detail || '-']),
      ...more,
    ];
  });
  const columns = ['Due (UTC)', 'Cause', 'To', 'State', 'Attempts', 'Reason'];
  return alignedTable({ columns, rows });
}
