/**
 * What docs/architecture.md promises of the sources: imports run one way and in no circle, reports never import each
 * other, folders, parts and functions stay small, a gadget is described in one place.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

interface Arrows {
  readonly sources: readonly string[];
  /** Of tests alone. */
  readonly tests: readonly string[];
}

/** What each part may import of ours, besides itself: the last column of the table of parts, 'core, jira; tests: reports'. */
function readArrows(document: string): ReadonlyMap<string, Arrows> {
  const rows = [
    ...document.matchAll(/^\| `(?<path>(?:packages|apps)\/[\w-]+)` \|.*\| (?<imports>[^|]+) \|$/gm),
  ].map(({ groups }) => groups ?? {});
  const paths = new Map(rows.map(({ path = '' }) => [path.split('/')[1] ?? '', path]));
  const parts = (names = '') =>
    names.split(', ').flatMap(name => {
      if (name === '' || name === 'none') return [];
      const path = paths.get(name);
      if (!path) throw new Error(`The table of parts has no '${name}'.`);
      return [path];
    });
  return new Map(
    rows.map(({ path = '', imports = '' }) => {
      const [sources, tests] = imports.split(/; tests: |^tests: /);
      return [path, { sources: parts(sources), tests: parts(tests) }];
    }),
  );
}

const ARROWS = readArrows(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));
const PARTS = [...ARROWS.keys()];

const NAMES: Record<string, string> = Object.fromEntries(
  PARTS.map(path => [`@tallyboard/${path.split('/')[1]}`, path]),
);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    // Data of the server are at the root.
    if (path === join(root, 'data')) return [];
    if (/^(node_modules|dist|test-results|\..*)$/.test(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const sources = (folder: string): string[] =>
  filesBelow(folder).filter(path => /\.(ts|tsx|mjs)$/.test(path));

/** Imports that run when the file is loaded, and types. */
const STATIC = /(?:\bfrom|^import)\s*['"]([^'"]+)['"]/gm;
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

/** The file of ours that a specifier names; null for other packages. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier);
  const ours = /^(@tallyboard\/[^/]+)(?:\/(.*))?$/.exec(specifier);
  return ours && join(root, NAMES[ours[1]!] ?? ours[1]!, ours[2] ?? '');
}

/** The parts that a file imports, besides its own. */
const importedParts = (file: string, text: string): string[] =>
  [...text.matchAll(SPECIFIER)]
    .map(([, specifier = '']) => targetOf(file, specifier))
    .flatMap(target => (target === null || part(target) === part(file) ? [] : [part(target)]));

function wrongImports(file: string, text: string): string[] {
  const from = part(file);
  const { sources: own = [], tests = [] } = ARROWS.get(from) ?? {};
  const arrows = isProduct(file) ? own : [...own, ...tests];
  return [...text.matchAll(SPECIFIER)].flatMap(([, specifier = '']) => {
    const target = targetOf(file, specifier);
    if (target === null) return [];
    const to = part(target);
    const crossesReports =
      reportFolder(file) !== null &&
      reportFolder(target) !== null &&
      reportFolder(file) !== reportFolder(target);
    const allowed =
      (to === from && !crossesReports) ||
      (to !== from && arrows.includes(to) && !specifier.startsWith('.'));
    return allowed ? [] : [`${relative(root, file)} imports ${specifier}`];
  });
}

describe('import arrows', () => {
  it('are read from the table of parts', () => {
    const table =
      '| `packages/a` | c | none |\n| `apps/b` | c | a; tests: b |\n| `apps/c` | | tests: a |';
    expect([...readArrows(table)]).toEqual([
      ['packages/a', { sources: [], tests: [] }],
      ['apps/b', { sources: ['packages/a'], tests: ['apps/b'] }],
      ['apps/c', { sources: [], tests: ['packages/a'] }],
    ]);
    expect(() => readArrows('| `apps/b` | c | the pages |')).toThrow("no 'the pages'");
  });

  it('finds a wrong import', () => {
    const core = join(root, 'packages/core/model/issue.ts');
    expect(wrongImports(core, "import { a } from '../../jira/flavour.ts';")).toHaveLength(1);
    expect(wrongImports(core, "import { a } from '@tallyboard/jira/flavour.ts';")).toHaveLength(1);
    expect(wrongImports(core, "import { a } from './ids.ts';")).toEqual([]);
    const burn = join(root, 'packages/reports/burn/compute.ts');
    expect(wrongImports(burn, "import { a } from '../velocity/compute.ts';")).toHaveLength(1);
    expect(wrongImports(burn, "import { a } from './scope.ts';")).toEqual([]);
    const page = "import { a } from '@tallyboard/web/router/page-state.ts';";
    expect(wrongImports(join(root, 'apps/cli/main.ts'), page)).toHaveLength(1);
    expect(wrongImports(join(root, 'apps/cli/main.test.ts'), page)).toEqual([]);
  });

  it('all run one way', () => {
    const wrong = PARTS.flatMap(folder =>
      sources(join(root, folder)).flatMap(file => wrongImports(file, readFileSync(file, 'utf8'))),
    );
    expect(wrong).toEqual([]);
  });

  it('of the table are all there', () => {
    const used = (folder: string, of: (file: string) => boolean) =>
      new Set(
        files
          .filter(file => part(file) === folder && of(file))
          .flatMap(file => importedParts(file, texts.get(file) ?? '')),
      );
    const unused = [...ARROWS].flatMap(([folder, arrows]) => {
      const own = used(folder, isProduct);
      const all = used(folder, () => true);
      return [
        ...arrows.sources.filter(to => !own.has(to)).map(to => `${folder} ${to}`),
        ...arrows.tests.filter(to => !all.has(to)).map(to => `tests of ${folder} ${to}`),
      ];
    });
    expect(unused).toEqual([]);
  });
});

it('the command line starts the server, and shares no file with it', () => {
  const imports = sources(join(root, 'apps/cli'))
    .filter(file => !isTest(file) && !file.includes('/testing/'))
    .flatMap(file => texts.get(file)?.match(/@tallyboard\/server\/[^']+/g) ?? []);
  expect(imports).toEqual(['@tallyboard/server/main.ts']);
});

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isProduct = (file: string) =>
  !isTest(file) && !/\/(testing|bench)\//.test(`/${nameOf(file)}`);
const files = ['apps', 'packages', 'scripts', 'e2e'].flatMap(folder => sources(join(root, folder)));
const texts = new Map(files.map(file => [file, readFileSync(file, 'utf8')]));
/** Without this file, which names what it forbids. */
const others = files.filter(file => file !== import.meta.filename);
const nameOf = (file: string) => relative(root, file).split(sep).join('/');

/** The files of one circle after another, each from and to the same file. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string) => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    imports.get(file)?.forEach(visit);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return found;
}

describe('import circles', () => {
  it('are found', () => {
    const imports = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a']],
    ]);
    expect(circles(imports)).toEqual([['a', 'b', 'c', 'a']]);
  });

  it('are none, those of types included', () => {
    const imports = new Map(
      [...texts].map(([file, text]) => [
        file,
        [...text.matchAll(STATIC)].flatMap(([, specifier = '']) => targetOf(file, specifier) ?? []),
      ]),
    );
    expect([...imports.values()].flat().length).toBeGreaterThan(1000);
    expect(circles(imports).map(circle => circle.map(nameOf))).toEqual([]);
  });
});

it('no folder has more than 25 files besides tests', () => {
  const sizes = new Map<string, number>();
  for (const file of filesBelow(root)) {
    const folder = nameOf(dirname(file));
    if (!isTest(file)) sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  expect(sizes.get('packages/ui/controls')).toBeGreaterThan(10);
  expect([...sizes].filter(([, size]) => size > 25)).toEqual([]);
});

const isSource = (path: string) => /\.(ts|tsx|mjs|css)$/.test(path) && isProduct(path);

it('all parts have the version of the project', () => {
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const { version } = read('.');
  for (const folder of PARTS) {
    const { version: own, dependencies = {}, devDependencies = {} } = read(folder);
    const parts = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@tallyboard/'),
    );
    expect([own, ...parts.map(([, range]) => range)], folder).toEqual(
      Array(parts.length + 1).fill(version),
    );
  }
});

it('every part is in the table of parts, and each of its folders is looked at', () => {
  const parts = ['packages', 'apps'].flatMap(folder =>
    readdirSync(join(root, folder)).map(name => `${folder}/${name}`),
  );
  expect([...PARTS].sort()).toEqual(parts.sort());
  for (const name of parts)
    expect(
      files.some(file => part(file) === name),
      name,
    ).toBe(true);
  for (const folder of ['packages/replica/data/access', 'packages/database/sqlite'])
    expect(
      files.some(file => nameOf(dirname(file)) === folder),
      folder,
    ).toBe(true);
});

const MAX_FUNCTION_LINES = 100;

interface SourceFunction {
  name: string;
  lines: number;
}

/** The functions of a file; one without a name has that of the function or variable around it. */
function functionsOf(file: string, text: string): SourceFunction[] {
  const found: SourceFunction[] = [];
  const names = [''];
  const enter = (name: string) => names.push(name || names.at(-1)!);
  const leave = () => names.pop();
  const record = (name: string, { start, end }: { start: number; end: number }) => {
    enter(name);
    found.push({ name: names.at(-1)!, lines: text.slice(start, end).split('\n').length });
  };
  new Visitor({
    VariableDeclarator: ({ id }) => enter(id.type === 'Identifier' ? id.name : ''),
    'VariableDeclarator:exit': leave,
    MethodDefinition: ({ key }) => enter(key.type === 'Identifier' ? key.name : ''),
    'MethodDefinition:exit': leave,
    FunctionDeclaration: node => record(node.id?.name ?? '', node),
    'FunctionDeclaration:exit': leave,
    FunctionExpression: node => record(node.id?.name ?? '', node),
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: node => record('', node),
    'ArrowFunctionExpression:exit': leave,
  }).visit(parseSync(file, text).program);
  return found;
}

describe('functions', () => {
  it('are measured with their names', () => {
    const text = 'const a = () => {\n};\nclass B {\n  c() {\n    d(() => {\n    });\n  }\n}';
    expect(functionsOf('a.ts', text)).toEqual([
      { name: 'a', lines: 2 },
      { name: 'c', lines: 4 },
      { name: 'c', lines: 2 },
    ]);
  });

  it(`have at most ${MAX_FUNCTION_LINES} lines`, () => {
    const found = files
      .filter(isSource)
      .flatMap(file =>
        functionsOf(file, texts.get(file)!).map(one => ({ ...one, file: nameOf(file) })),
      );
    expect(found.length).toBeGreaterThan(10_000);
    const long = found.filter(({ lines }) => lines > MAX_FUNCTION_LINES);
    expect(long.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
  });
});

/** Per 1,000 lines of TypeScript: assertions that the compiler takes on trust, `as X` and `x!` alike. */
const MAX_ASSERTIONS = 8;

/** `as X` and `x!`; `as const` is none. */
function assertionsOf(file: string, text: string): number {
  let found = 0;
  new Visitor({
    TSAsExpression({ typeAnnotation: { start, end } }) {
      if (text.slice(start, end) !== 'const') found++;
    },
    TSNonNullExpression() {
      found++;
    },
  }).visit(parseSync(file, text).program);
  return found;
}

it('casts and non-null assertions are few', () => {
  expect(assertionsOf('a.ts', 'a as B; c as const; d as unknown as E; f!.g![0];')).toBe(5);
  const own = files
    .filter(file => isSource(file) && /^(apps|packages)\//.test(nameOf(file)))
    .map(file => [file, texts.get(file) ?? ''] as const);
  const found = own.reduce((sum, [file, text]) => sum + assertionsOf(file, text), 0);
  const lines = own.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0);
  expect((1000 * found) / lines).toBeLessThanOrEqual(MAX_ASSERTIONS);
});

it('limits are named MAX_', () => {
  const names = others.flatMap(
    file => texts.get(file)?.match(/\b(?:MOST_\w+|LONGEST\w*|DEEPEST\w*)/g) ?? [],
  );
  expect(names).toEqual([]);
});

it('members of a literal are written out, never spread from another literal', () => {
  const spreads = others.filter(file => /\.\.\.\{ ?\w/.test(texts.get(file) ?? ''));
  expect(spreads.map(nameOf)).toEqual([]);
});

it.each(GADGETS)('the path of the gadget $name is written in three sources at most', ({ path }) => {
  const written = new RegExp(`['"\`/](?:${path}-dashboard|addon-${path})\\b|path: '${path}'`);
  const places = others.filter(file => !isTest(file) && written.test(texts.get(file) ?? ''));
  expect(places.map(nameOf).length).toBeLessThanOrEqual(3);
});
