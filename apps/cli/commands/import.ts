import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Gaps } from '@tallyboard/replica/data/issues/gaps.ts';
import type { ImportResult } from '@tallyboard/replica/import/import-files.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { readArguments } from '../arguments.ts';
import { type Command, CommandError, type Streams, UsageError } from '../command.ts';
import { DEFAULT_FOLDER, openFolder } from '../data-folder.ts';
import { progressLine } from '../progress.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'read Jira exports into a data folder',
  help: `Usage: tallyboard import FILE|FOLDER... [--data DIR]

Reads what Jira's REST API gave: search replies, arrays and JSON lines of issues, lists of fields, statuses, projects,
boards and sprints; plain or gzipped; folders with everything in them. Known issues are updated. A record that cannot
be read is reported with its file and line, all others land; so is a field that had to be left empty.

  --data DIR   folder to import into (./data); DATABASE_URL in the environment names a PostgreSQL instead
  --strict     import nothing, and end with 1, when anything is to be reported

Prints how many of each kind were read, and how many issues lack what reports use, such as history. Ends with 1 when nothing at all could be read.

Examples:
  tallyboard import issues.json
  tallyboard import ./export fields.json more.jsonl.gz --data ./real-data
`,
  async run(args, streams) {
    const { values, positionals } = readArguments(args, {
      data: { type: 'string' },
      strict: { type: 'boolean' },
    });
    if (positionals.length === 0) throw new UsageError('Which files? None was named.');
    for (const path of positionals)
      if (!existsSync(path)) throw new CommandError(`There is no file or folder '${path}'.`);
    if (values.strict && !(await isClean(positionals, streams))) {
      streams.err.write('Nothing was imported: --strict takes no file with problems.\n');
      return 1;
    }
    const store = await openFolder(values.data ?? DEFAULT_FOLDER, { create: true });
    try {
      if ((await store.mirror.state()) !== null)
        throw new CommandError(
          'This folder is the mirror of a Jira, which its next round would bring back. Import into another one with --data.',
        );
      const result = await importInto(store, positionals, streams);
      streams.out.write(summaryOf(result));
      const gaps = describeGaps(await store.issues.gaps());
      if (gaps !== null) streams.err.write(`The folder now holds ${gaps}\n`);
      return Object.keys(result.counts).length > 0 ? 0 : 1;
    } finally {
      await store.close();
    }
  },
};

/** Imports into a store of its own, and tells what is wrong. */
async function isClean(paths: readonly string[], streams: Streams): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-strict-'));
  const { openStore } = await import('@tallyboard/server-store/store.ts');
  const store = await openStore({ file: join(folder, 'check.db') });
  try {
    const { problems, repairs } = await importInto(store, paths, streams);
    return problems + repairs === 0;
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function importInto(
  store: Store,
  paths: readonly string[],
  streams: Streams,
): Promise<ImportResult> {
  const { importFiles } = await import('@tallyboard/replica/import/import-files.ts');
  const line = progressLine(streams);
  const list = new LimitedList(text => {
    line.clear();
    streams.err.write(`${text}\n`);
  });
  const placeOf = (file: string, at: number) => (at > 0 ? `${short(file)}:${at}` : short(file));
  try {
    return await importFiles(store, paths, {
      onProgress: ({ bytes, totalBytes, records, file }) => {
        const percent = totalBytes === 0 ? 100 : Math.floor((bytes / totalBytes) * 100);
        line.show(`${percent} %  ${records.toLocaleString('en-US')} records  ${short(file)}`);
      },
      onProblem: ({ file, line: at, record, message }) =>
        list.add(message, `${placeOf(file, at)}: ${record === '?' ? '' : `${record}: `}${message}`),
      onRepair: ({ file, line: at, record, field, what, done }) => {
        const kind = `${field}: ${what}, ${done}`;
        list.add(kind, `${placeOf(file, at)}: ${record} ${kind}`);
      },
    });
  } finally {
    line.clear();
    list.end();
  }
}

/** Lines of one kind that are written; the rest is counted. */
const MAX_LINES = 10;

class LimitedList {
  readonly #write: (text: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(kind: string, text: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= MAX_LINES) this.#write(text);
  }

  end(): void {
    for (const [kind, count] of this.#counts) {
      const more = count - MAX_LINES;
      if (more > 0) this.#write(`and ${more.toLocaleString('en-US')} more: ${kind}`);
    }
  }
}

/** '10,052 issues: 8,216 with a resolution but no date, none with history.' Null where nothing is missing. */
function describeGaps(gaps: Gaps): string | null {
  const count = (n: number) => n.toLocaleString('en-US');
  const isAll = (n: number) => n > 1 && n === gaps.issues;
  const some = (n: number, what: string) =>
    n === 0 ? [] : [`${isAll(n) ? 'all' : count(n)} ${what}`];
  const told = [
    ...some(gaps.noResolutionDate, 'with a resolution but no date'),
    ...some(gaps.noStatusCategory, 'in a status of unknown category'),
    ...(isAll(gaps.noHistory) ? ['none with history'] : some(gaps.noHistory, 'without history')),
    ...some(gaps.partOfHistory, 'with a part of their history'),
    ...some(gaps.noWorklogs, 'with time spent but no worklogs'),
    ...some(gaps.partOfWorklogs, 'with a part of their worklogs'),
  ];
  if (gaps.issues === 0 || told.length === 0) return null;
  return `${count(gaps.issues)} ${gaps.issues === 1 ? 'issue' : 'issues'}: ${told.join(', ')}.`;
}

function short(file: string): string {
  const path = relative('.', file);
  return path.startsWith('..') ? file : path;
}

const NAMES: Readonly<Record<string, string>> = {
  issue: 'issues',
  field: 'fields',
  status: 'statuses',
  issueType: 'issue types',
  priority: 'priorities',
  resolution: 'resolutions',
  user: 'users',
  project: 'projects',
  version: 'versions',
  component: 'components',
  board: 'boards',
  sprint: 'sprints',
  filter: 'filters',
};

function summaryOf({ counts, problems, repairs, ignored }: ImportResult): string {
  const lines = Object.keys(NAMES).flatMap(kind =>
    counts[kind] ? [`${String(counts[kind]).padStart(9)}  ${NAMES[kind]}`] : [],
  );
  if (problems > 0) lines.push(`${String(problems).padStart(9)}  problems`);
  if (repairs > 0) lines.push(`${String(repairs).padStart(9)}  repairs`);
  if (ignored.length > 0)
    lines.push(`${String(ignored.length).padStart(9)}  files with nothing of Jira's`);
  return `${lines.join('\n') || 'Nothing was read.'}\n`;
}
