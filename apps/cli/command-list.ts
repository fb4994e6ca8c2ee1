import { readFileSync } from 'node:fs';
import type { Command } from './command.ts';

/** Imported on demand. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: () => import('./commands/serve.ts'),
  import: () => import('./commands/import.ts'),
  demo: () => import('./commands/demo.ts'),
  mirror: () => import('./commands/mirror.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  password: () => import('./commands/password.ts'),
  account: () => import('./commands/account.ts'),
  key: () => import('./commands/key.ts'),
  'board-set': () => import('./commands/board-set.ts'),
  person: () => import('./commands/person.ts'),
  pin: () => import('./commands/pin.ts'),
  alert: () => import('./commands/delivery/alert.ts'),
  subscription: () => import('./commands/delivery/subscription.ts'),
  audit: () => import('./commands/audit.ts'),
  doctor: () => import('./commands/doctor.ts'),
  completion: () => import('./commands/completion.ts'),
  report: () => import('./commands/report.ts'),
  dashboard: () => import('./commands/delivery/dashboard.ts'),
  publish: () => import('./commands/publish.ts'),
  explain: () => import('./commands/explain.ts'),
  reconcile: () => import('./commands/reconcile.ts'),
  jql: () => import('./commands/jql.ts'),
  lake: () => import('./commands/lake.ts'),
  derive: () => import('./commands/derive.ts'),
  sql: () => import('./commands/sql.ts'),
  mcp: () => import('./commands/mcp.ts'),
};

/** Commands whose help is in a folder of its own. */
const HELP_FOLDERS: Readonly<Record<string, string>> = {
  alert: 'delivery/',
  dashboard: 'delivery/',
  subscription: 'delivery/',
};

/** The text of help/NAME.txt, with `{word}` replaced by its value. */
export function helpText(name: string, values: Command['helpValues'] = {}): string {
  const text = readFileSync(
    new URL(`./help/${HELP_FOLDERS[name] ?? ''}${name}.txt`, import.meta.url),
    'utf8',
  );
  return text.replace(/\{(\w+)\}/g, (_, word) => String(values[word]));
}
