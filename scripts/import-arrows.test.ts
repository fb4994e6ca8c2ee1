/** The import arrows of docs/architecture.md, by package name and by relative path; reports never import each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** What each part may import of ours, besides itself. */
const ALLOWED: Record<string, readonly string[]> = {
  'packages/core': [],
  'packages/jira': ['packages/core'],
  'packages/hosts': ['packages/jira', 'packages/core'],
  'packages/ui': ['packages/core'],
  'packages/report-kit': ['packages/core', 'packages/ui'],
  'packages/reports': ['packages/core', 'packages/ui', 'packages/report-kit'],
  'packages/engine': [
    'packages/core',
    'packages/jira',
    'packages/hosts',
    'packages/report-kit',
    'packages/reports',
  ],
  'packages/replica': [],
  'packages/server-store': ['packages/replica'],
  'apps/web': [
    'packages/core',
    'packages/jira',
    'packages/hosts',
    'packages/ui',
    'packages/report-kit',
    'packages/reports',
    'packages/engine',
  ],
  // Of reports the catalogue alone.
  'apps/server': ['packages/jira', 'packages/replica', 'packages/server-store', 'packages/reports'],
  // What packs the pages for a host builds them, and knows no more of them.
  'apps/forge': ['apps/web', 'packages/reports'],
  'apps/data-center': ['packages/hosts', 'packages/reports', 'apps/web'],
  'apps/cli': [
    'packages/core',
    'packages/jira',
    'packages/hosts',
    'packages/report-kit',
    'packages/reports',
    'packages/engine',
    'packages/replica',
    'packages/server-store',
    'apps/server',
  ],
};

const NAMES: Record<string, string> = Object.fromEntries(
  Object.keys(ALLOWED).map(path => [`@tallyboard/${path.split('/')[1]}`, path]),
);

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

function part(path: string): string {
  return relative(root, path).split(sep).slice(0, 2).join('/');
}

/** Folders of packages/reports that are no report. */
const SHARED = new Set(['bench', 'testing', 'catalogue']);

/** The report folder that a file of packages/reports belongs to; null for what reports share. */
function reportFolder(path: string): string | null {
  const [, , folder, file] = relative(root, path).split(sep);
  return part(path) === 'packages/reports' && file && !SHARED.has(folder ?? '')
    ? (folder ?? null)
    : null;
}

function wrongImports(file: string, text: string): string[] {
  const from = part(file);
  return [...text.matchAll(SPECIFIER)].flatMap(([, specifier = '']) => {
    const ours = /^(@tallyboard\/[^/]+)(?:\/(.*))?$/.exec(specifier);
    if (!ours && !specifier.startsWith('.')) return [];
    const target = ours
      ? join(root, NAMES[ours[1]!] ?? ours[1]!, ours[2] ?? '')
      : resolve(dirname(file), specifier);
    const to = part(target);
    const crossesReports =
      reportFolder(file) !== null &&
      reportFolder(target) !== null &&
      reportFolder(file) !== reportFolder(target);
    const allowed =
      (to === from && !crossesReports) ||
      (to !== from && (ALLOWED[from] ?? []).includes(to) && ours !== null);
    return allowed ? [] : [`${relative(root, file)} imports ${specifier}`];
  });
}

describe('import arrows', () => {
  it('finds a wrong import', () => {
    const core = join(root, 'packages/core/model/issue.ts');
    expect(wrongImports(core, "import { a } from '../../jira/flavour.ts';")).toHaveLength(1);
    expect(wrongImports(core, "import { a } from '@tallyboard/jira/flavour.ts';")).toHaveLength(1);
    expect(wrongImports(core, "import { a } from './ids.ts';")).toEqual([]);
    const burn = join(root, 'packages/reports/burn/compute.ts');
    expect(wrongImports(burn, "import { a } from '../velocity/compute.ts';")).toHaveLength(1);
    expect(wrongImports(burn, "import { a } from './scope.ts';")).toEqual([]);
  });

  it('all run one way', () => {
    const wrong = Object.keys(ALLOWED).flatMap(folder =>
      sources(join(root, folder)).flatMap(file => wrongImports(file, readFileSync(file, 'utf8'))),
    );
    expect(wrong).toEqual([]);
  });
});
