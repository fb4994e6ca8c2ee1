import { existsSync } from 'node:fs';
import { readArguments } from '../arguments.ts';
import { writeBackup } from '../backup-file.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { DEFAULT_FOLDER, openFolder } from '../data-folder.ts';
import { progressLine } from '../progress.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'write all data into one file, while servers run on',
  help: `Usage: tallyboard backup FILE [settings]

Writes issues, dashboards, settings and the state of a mirror into a file (gzipped JSON lines), as of one moment; what is
written meanwhile is in the next one. SQLite and PostgreSQL alike: a backup of one restores into the other.

The file holds every issue: keep it as safe as the data. Sessions are not in it, nor the stored credential of a Jira and
its key.

  --data DIR   folder of the data (./data); DATABASE_URL in the environment names a PostgreSQL instead
  --force      replace FILE

Examples:
  tallyboard backup tallyboard-2026-11-21.jsonl.gz
  DATABASE_URL=postgres://... tallyboard backup /backups/tallyboard.jsonl.gz --force
`,
  async run(args, streams) {
    const { values, positionals } = readArguments(args, {
      data: { type: 'string' },
      force: { type: 'boolean' },
    });
    const file = oneFile(positionals);
    if (existsSync(file) && !values.force)
      throw new CommandError(`'${file}' is there already. Give another name, or --force.`);
    const store = await openFolder(values.data ?? DEFAULT_FOLDER);
    const line = progressLine(streams);
    let rows = 0;
    let issues = 0;
    try {
      await writeBackup(file, store.backup(Date.now()), written => {
        if (!('table' in written)) return;
        rows += written.rows.length;
        if (written.table === 'issues') issues += written.rows.length;
        line.show(`${rows.toLocaleString('en-US')} rows`);
      });
      line.clear();
      const count = (n: number) => n.toLocaleString('en-US');
      streams.out.write(`${file}: ${count(issues)} issues, ${count(rows)} rows\n`);
      return 0;
    } finally {
      line.clear();
      await store.close();
    }
  },
};

/** The one file that a command line names. */
export function oneFile(positionals: readonly string[]): string {
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError('Which file? None was named.');
  if (more.length > 0) throw new UsageError(`One file at a time, not '${more.join("', '")}' too.`);
  return file;
}
