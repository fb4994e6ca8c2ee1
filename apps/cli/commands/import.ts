import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { ImportResult } from '@tallyboard/replica/import/import-files.ts';
import { readArguments } from '../arguments.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { DEFAULT_FOLDER, openFolder } from '../data-folder.ts';
import { progressLine } from '../progress.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'read Jira exports into a data folder',
  help: `Usage: tallyboard import FILE|FOLDER... [--data DIR]

Reads what Jira's REST API gave: search replies, arrays and JSON lines of issues, lists of fields, statuses, projects,
boards and sprints; plain or gzipped; folders with everything in them. Known issues are updated. A record that cannot
be read is reported with its file and line, all others land.

  --data DIR   folder to import into (./data); DATABASE_URL in the environment names a PostgreSQL instead

Prints how many of each kind were read. Ends with 1 when nothing at all could be read.

Examples:
  tallyboard import issues.json
  tallyboard import ./export fields.json more.jsonl.gz --data ./real-data
`,
  async run(args, streams) {
    const { values, positionals } = readArguments(args, { data: { type: 'string' } });
    if (positionals.length === 0) throw new UsageError('Which files? None was named.');
    for (const path of positionals)
      if (!existsSync(path)) throw new CommandError(`There is no file or folder '${path}'.`);
    const store = await openFolder(values.data ?? DEFAULT_FOLDER, { create: true });
    const { importFiles } = await import('@tallyboard/replica/import/import-files.ts');
    const line = progressLine(streams);
    try {
      if ((await store.mirror.state()) !== null)
        throw new CommandError(
          'This folder is the mirror of a Jira, which its next round would bring back. Import into another one with --data.',
        );
      const result = await importFiles(store, positionals, {
        onProgress: ({ bytes, totalBytes, records, file }) => {
          const percent = totalBytes === 0 ? 100 : Math.floor((bytes / totalBytes) * 100);
          line.show(`${percent} %  ${records.toLocaleString('en-US')} records  ${short(file)}`);
        },
        onProblem: ({ file, line: number, record, message }) => {
          line.clear();
          const place = number > 0 ? `${short(file)}:${number}` : short(file);
          streams.err.write(`${place}: ${record === '?' ? '' : `${record}: `}${message}\n`);
        },
      });
      line.clear();
      streams.out.write(summaryOf(result));
      return Object.keys(result.counts).length > 0 ? 0 : 1;
    } finally {
      line.clear();
      await store.close();
    }
  },
};

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

function summaryOf({ counts, problems, ignored }: ImportResult): string {
  const lines = Object.keys(NAMES).flatMap(kind =>
    counts[kind] ? [`${String(counts[kind]).padStart(9)}  ${NAMES[kind]}`] : [],
  );
  if (problems > 0) lines.push(`${String(problems).padStart(9)}  problems`);
  if (ignored.length > 0)
    lines.push(`${String(ignored.length).padStart(9)}  files with nothing of Jira's`);
  return `${lines.join('\n') || 'Nothing was read.'}\n`;
}
