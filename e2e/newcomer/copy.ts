/** A copy of the sources with two further reports: their folders, and a line in the registry each, as docs/adding-a-report.md says. */
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const SOURCES = [
  ...['apps', 'packages', 'package.json', 'tsconfig.json', 'vitest.config.ts'],
  'scripts/lib/memory-folder.ts',
];
const LEFT_OUT = new Set(['node_modules', 'dist']);

/** A report with settings, picture and docs. */
export const REPORT = 'cycle-time-fixture';
/** A report of the first five files of the guide. */
export const LEAST = 'due-dates-fixture';

export function copyWithReports(folder: string): void {
  for (const name of SOURCES) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: from => !LEFT_OUT.has(basename(from)),
    });
  }
  linkModules(folder);
  const reports = join(folder, 'packages/reports');
  for (const id of [REPORT, LEAST]) {
    cpSync(join(import.meta.dirname, id), join(reports, id), { recursive: true });
    const name = id.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
    appendFileSync(
      join(reports, 'registry.ts'),
      `export { about as ${name} } from './${id}/about.ts';\n`,
    );
  }
}

/** The installed packages; those of the project are the copy's own. */
function linkModules(folder: string): void {
  const from = join(root, 'node_modules');
  const to = join(folder, 'node_modules');
  mkdirSync(join(to, '@tallyboard'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@tallyboard' && name !== '.vite') symlinkSync(join(from, name), join(to, name));
  for (const group of ['apps', 'packages'])
    for (const name of readdirSync(join(folder, group))) {
      symlinkSync(join(folder, group, name), join(to, '@tallyboard', name));
      // Packages of a version that another part needs otherwise.
      const own = join(root, group, name, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(folder, group, name, 'node_modules'));
    }
}
