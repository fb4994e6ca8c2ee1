import { existsSync } from 'node:fs';
import { readArguments } from '../arguments.ts';
import { readBackup } from '../backup-file.ts';
import { type Command, CommandError } from '../command.ts';
import { DEFAULT_FOLDER, openFolder } from '../data-folder.ts';
import { oneFile } from './backup.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'fill a data folder or a PostgreSQL from a backup',
  help: `Usage: tallyboard restore FILE [settings]

Fills an empty data folder or database from a file that 'tallyboard backup' wrote, whole or not at all. Servers that run
over it show it at once; everybody signs in again.

  --data DIR   folder to fill (./data); DATABASE_URL in the environment names a PostgreSQL instead
  --force      replace everything that is there

Examples:
  tallyboard restore tallyboard-2026-11-21.jsonl.gz --data ./data
  DATABASE_URL=postgres://... tallyboard restore /backups/tallyboard.jsonl.gz
`,
  async run(args, streams) {
    const { values, positionals } = readArguments(args, {
      data: { type: 'string' },
      force: { type: 'boolean' },
    });
    const file = oneFile(positionals);
    if (!existsSync(file)) throw new CommandError(`There is no file '${file}'.`);
    const folder = values.data ?? DEFAULT_FOLDER;
    const store = await openFolder(folder, { create: true });
    try {
      const replace = values.force === true;
      const rows = await store.restore(readBackup(file), { replace }).catch(explain);
      const count = (n = 0) => n.toLocaleString('en-US');
      streams.out.write(
        `${count(rows.issues)} issues, ${count(rows.dashboards)} dashboards, ${count(rows.properties)} settings\n`,
      );
      return 0;
    } finally {
      await store.close();
    }

    function explain(error: unknown): never {
      const reason = (error as { reason?: unknown } | null)?.reason;
      if (reason === 'conflict')
        throw new CommandError(
          `There is data in '${folder}' already. Give another folder with --data, or --force to replace all of it.`,
          { cause: error },
        );
      if (reason === 'invalid') throw new CommandError((error as Error).message, { cause: error });
      throw error;
    }
  },
};
