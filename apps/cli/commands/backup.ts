import { existsSync } from 'node:fs';
import { readArguments } from '../arguments.ts';
import { writeBackup } from '../backup-file.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { DEFAULT_FOLDER, withFolder } from '../data-folder.ts';
import { count, counted, progressLine } from '../progress.ts';

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { file, folder, force } = readFileArguments(args);
  if (existsSync(file) && !force)
    throw new CommandError(`'${file}' exists. Give another name, or --force.`);
  const line = progressLine(streams);
  let rows = 0;
  let issues = 0;
  try {
    await withFolder(folder, store =>
      writeBackup(file, store.backup(Date.now()), written => {
        if (!('table' in written)) return;
        rows += written.rows.length;
        if (written.table === 'issues') issues += written.rows.length;
        line.show(`${count(rows)} rows`);
      }),
    );
  } finally {
    line.clear();
  }
  streams.out.write(`${file}: ${counted(issues, 'issue')}, ${counted(rows, 'row')}\n`);
  return 0;
}

/** The command line of `backup` and `restore`. */
export function readFileArguments(args: readonly string[]) {
  const { values, positionals } = readArguments(args, {
    data: { type: 'string' },
    force: { type: 'boolean' },
  });
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError('The file is missing.');
  if (more.length > 0) throw new UsageError(`One file only, not also '${more.join("', '")}'.`);
  return { file, folder: values.data ?? DEFAULT_FOLDER, force: values.force === true };
}
