import { readArguments, refusePositionals } from '../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { FOLDER_HELP, FOLDER_OPTIONS, folderFor, withFolder } from '../data-folder.ts';
import { alignedTable } from '../table.ts';

const REFUSED = new Set(['sign-in failed', 'wrong code']);

export const helpValues = { folder: FOLDER_HELP };

export async function run(args: readonly string[], { out }: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...FOLDER_OPTIONS,
    limit: { type: 'string' },
    json: { type: 'boolean' },
  });
  refusePositionals(positionals);
  const limit = Number(values.limit ?? '100');
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new UsageError(`--limit is a whole number from 1, not '${values.limit}'.`);
  }
  const newest = await withFolder(folderFor(values), store => store.audit.newest(limit));
  const lines = newest.map(({ atMs, ...rest }) => ({
    at: new Date(atMs).toISOString(),
    ...rest,
  }));
  if (values.json) {
    for (const line of lines) out.write(`${JSON.stringify(line)}\n`);
  } else {
    const rows = lines.map(({ at, account, action, target, detail }) => {
      // Of a change it is what was sent.
      const what = REFUSED.has(action) ? `${action}: ${detail}` : action;
      return [at, account, what, target];
    });
    out.write(alignedTable({ columns: ['When', 'Who', 'What', 'Of what'], rows }));
  }
  return 0;
}
