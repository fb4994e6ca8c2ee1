import { numberText } from '@tallyboard/engine/pins/headline-of.ts';
import type { ComparedPin, PinJson } from '@tallyboard/engine/pins/pin-schema.ts';
import { MAX_NOTE } from '@tallyboard/service-kit/pins/pins.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { folderFor } from '../data-folder.ts';
import { openServer, openSources, SOURCE_OPTIONS } from '../jira-source.ts';
import { ownerOf } from '../owner.ts';
import { type PinPlace, serverPins, storePins } from '../pins.ts';
import { alignedTable } from '../table.ts';

export const helpValues = { length: MAX_NOTE };

const USAGE =
  "Say 'add NAME --note TEXT', 'list', 'list NAME', 'show ID' or 'remove ID': NAME is a saved report.";

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    site: { type: 'string' },
    saved: { type: 'string' },
    note: { type: 'string' },
    account: { type: 'string' },
    format: { type: 'string' },
  });
  const { note, account } = values;
  const [step = '', given, ...more] = positionals;
  if (more.length > 0 || (given !== undefined && values.saved !== undefined))
    throw new UsageError(USAGE);
  const name = given ?? values.saved;
  const isJson = oneOf('--format', values.format ?? 'table', ['table', 'json']) === 'json';
  const write = <Told>(told: Told, text: (told: Told) => string) =>
    void streams.out.write(isJson ? `${JSON.stringify(told, null, 2)}\n` : text(told));
  return withPins(values, streams, async (pins, ownerOf) => {
    if (step === 'list') write({ pins: await pins.list(name) }, listOf);
    else if (name === undefined) throw new UsageError(USAGE);
    else if (step === 'add') {
      if (note === undefined) throw new UsageError('--note is missing: why it is pinned.');
      write(await pins.add(name, note, await ownerOf(account)), ({ id }) => `${id}\n`);
    } else if (step === 'show') write(await pins.show(name), textOf);
    else if (step === 'remove') await pins.remove(name);
    else throw new UsageError(USAGE);
    return 0;
  });
}

type Given = Parameters<typeof openSources>[0] & { readonly site?: string | undefined };

async function withPins(
  values: Given,
  streams: Streams,
  use: (
    pins: PinPlace,
    owner: (account: string | undefined) => Promise<string | null>,
  ) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (values.url !== undefined)
    return use(serverPins(openServer({ ...values, url: values.url }, streams)), async account => {
      if (account === undefined) return null;
      throw new UsageError(
        '--account goes with --data: on a server a pin is of the owner of the key.',
      );
    });
  const { data, site } = values;
  const folder = folderFor({
    ...(data !== undefined && { data }),
    ...(site !== undefined && { site }),
  });
  const sources = await openSources({ data: folder }, streams);
  const { store } = sources;
  if (!store) throw new UsageError('Pins are in a data folder (--data) or on a server (--url).');
  try {
    return await use(storePins({ ...sources, store }, Date.now), account =>
      ownerOf(store, account, 'pin'),
    );
  } finally {
    await sources.close();
  }
}

const dayOf = (time: string) => time.slice(0, 16).replace('T', ' ');

function listOf({ pins }: { readonly pins: readonly PinJson[] }): string {
  const rows = pins.map(({ id, name, asOf, author, note = '', why, headline = [] }) => [
    id,
    name,
    dayOf(asOf),
    why ?? headline.map(({ label, text }) => `${label} ${text}`).join(', '),
    note,
    author ?? '',
  ]);
  return alignedTable({
    columns: ['Id', 'Saved report', 'As of (UTC)', 'Pinned', 'Note', 'By'],
    rows,
  });
}

function textOf({ name, asOf, author, note, why, figures, differs, doubts }: ComparedPin): string {
  const by = author === null ? '' : ` by ${author}`;
  const head = `${name}, as of ${dayOf(asOf)} UTC${by}${note === undefined ? '' : `: ${note}`}\n`;
  if (!figures) return `${head}${why}\n`;
  const rows = figures.map(({ key, unit, pinned, replayed, now }) => [
    key,
    ...[pinned, replayed, now].map(value => numberText(value, unit)),
  ]);
  const columns = ['Figure', 'Pinned', 'Replayed', 'Now'];
  const notes = [...(differs ? [differs] : []), ...doubts].map(text => `Note: ${text}\n`);
  return `${head}\n${alignedTable({ columns, rows })}${notes.join('')}`;
}
