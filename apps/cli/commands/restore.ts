import type { Store } from '@tallyboard/server-store/store.ts';
import { readBackup } from '../backup-file.ts';
import { CommandError, type ExitCode, type Streams } from '../command.ts';
import { auditChange, isThere, nameOfStore, withFolder } from '../data-folder.ts';
import { counted } from '../progress.ts';
import { readFileArguments } from './backup.ts';

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { file, folder, force } = readFileArguments(args);
  if (!isThere(file)) throw new CommandError(`There is no file '${file}'.`);
  const restoreAll = async (store: Store) => {
    const erasures = await store.erasures();
    const counts = await store.restore(readBackup(file), { replace: force }).catch(explain);
    const back = await store.eraseAgain(erasures);
    await auditChange(store, 'backup restored', file, JSON.stringify({ force, counts }));
    if (back > 0)
      streams.out.write(`${counted(back, 'erased person')} of this backup erased again\n`);
    return counts;
  };
  const rows = await withFolder(folder, restoreAll, { create: true });
  const { issues = 0, dashboards = 0, properties = 0 } = rows;
  const counts = [counted(issues, 'issue'), counted(dashboards, 'dashboard')];
  streams.out.write(`${counts.join(', ')}, ${counted(properties, 'setting')}\n`);
  return 0;

  function explain(cause: unknown): never {
    const { reason, message } = cause as { reason?: unknown; message: string };
    if (reason === 'conflict') {
      const other = process.env.DATABASE_URL ? 'an empty database' : 'another folder with --data';
      const text = `There is data in ${nameOfStore(folder)} already. Give ${other}, or --force to replace all of it.`;
      throw new CommandError(text, { cause });
    }
    if (reason === 'invalid') throw new CommandError(message, { cause });
    throw cause;
  }
}
