import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';

/** A JavaScript file of the build, by the module that it is loaded for where there is one. */
interface Script {
  readonly file: string;
  readonly entry: string | null;
  readonly imports: readonly string[];
  readonly modules: readonly string[];
  readonly code: string;
}

let scripts: readonly Script[];

beforeAll(async () => {
  // The runner says 'test', for which React and others build with all their checks.
  vi.stubEnv('NODE_ENV', 'production');
  const root = fileURLToPath(new URL('.', import.meta.url));
  // As `npm run build` makes it, and nothing written: a test must not replace what a server is serving.
  const built = await build({
    configFile: `${root}vite.config.ts`,
    logLevel: 'error',
    build: { write: false },
  });
  const bundles = Array.isArray(built) ? built : [built];
  scripts = bundles
    .flatMap(bundle => ('output' in bundle ? bundle.output : []))
    .filter(({ fileName }) => fileName.endsWith('.js'))
    .map(file =>
      file.type === 'chunk'
        ? {
            file: file.fileName,
            entry: file.facadeModuleId,
            imports: file.imports,
            modules: file.moduleIds,
            code: file.code,
          }
        : {
            file: file.fileName,
            entry: null,
            modules: [],
            imports: staticImports(String(file.source)),
            code: String(file.source),
          },
    );
  vi.unstubAllEnvs();
});

/** The files that a built one cannot do without. */
function staticImports(code: string): string[] {
  const named = code.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g);
  return [...named].map(([, file]) => `assets/${file}`);
}

/** These files and all that they pull in. */
function withImports(first: readonly Script[]): Script[] {
  const found = new Set<Script>();
  const take = (script: Script | undefined) => {
    if (!script || found.has(script)) return;
    found.add(script);
    for (const file of script.imports) take(scripts.find(each => each.file === file));
  };
  first.forEach(take);
  return [...found];
}

function fileOf(module: string): Script {
  const script =
    scripts.find(({ entry }) => entry?.endsWith(module)) ??
    // One that two others share is nobody's entry.
    scripts.find(({ modules }) => modules.some(id => id.endsWith(module)));
  if (!script) throw new Error(`The build has no file for ${module}.`);
  return script;
}

/** The files that these modules pull in, a worker, and its calculation of the overview. */
function loadedFor(worker: string, ...modules: string[]): Script[] {
  // The files of a worker come without what they were made of: their names say it.
  const ofWorkers = scripts.filter(({ entry }) => entry === null);
  const own = ofWorkers.find(({ file }) => file.includes(`/${worker}-`));
  const overview = ofWorkers.find(
    script => script.file.includes('/overview-') && own && reaches(script, own),
  );
  if (!own || !overview) throw new Error(`The build has no ${worker} with an overview.`);
  return withImports([...modules.map(fileOf), own, overview]);
}

/** Whether a file pulls in another one: what is computed in a worker builds on that worker alone. */
const reaches = (script: Script, other: Script): boolean =>
  script.imports.some(
    file => file === other.file || scripts.some(each => each.file === file && reaches(each, other)),
  );

/** JavaScript until the first figures are there: shell, view and engine. Printed: it grows with what is there from the start. */
const gzipped = (loaded: readonly Script[]) =>
  loaded.reduce((sum, { code }) => sum + gzipSync(code).length, 0);

const OVERVIEW = ['reports/overview/index.ts', 'reports/overview/view.tsx'];

test.each([
  [
    'the reports page',
    'worker',
    ['reports-page/reports-page.tsx', 'overview/breakdown-section.tsx'],
  ],
  ['a gadget', 'shared-worker', ['gadget-page/gadget-page.tsx']],
])('%s loads no form and no settings before its first figures', (page, worker, own) => {
  const loaded = loadedFor(worker, 'web/index.html', ...own, ...OVERVIEW);
  const size = gzipped(loaded);
  console.info(`${page}: ${Math.round(size / 1000)} kB gzipped in ${loaded.length} files`);
  // Forms come when they are opened, the settings to admins alone.
  const late = loaded.filter(({ entry }) => /(form|settings-page)\.tsx$/.test(entry ?? ''));
  expect(late).toEqual([]);
});

test('the page itself has no calculation of a report', () => {
  const modules = scripts.flatMap(script => script.modules);
  expect(modules.filter(id => /reports\/[\w-]+\/compute\.ts$/.test(id))).toEqual([]);
});

test('no grammar of JQL reaches the browser', () => {
  const modules = scripts.flatMap(script => script.modules);
  expect(modules.filter(id => /jql-ast|jql-parser|antlr4/.test(id))).toEqual([]);
  expect(scripts.filter(({ code }) => /JQLLexer|JastBuilder/.test(code))).toEqual([]);
});

test('the engine is free of React', () => {
  const workers = scripts.filter(({ file }) => /worker-/.test(file));
  expect(workers.length).toBeGreaterThanOrEqual(2);
  for (const { code } of workers) expect(code).not.toMatch(/react\.(transitional\.)?element/);
});

/** Files by the way a page starts, and the adapters whose code it may load. */
test.each([
  ['web/index.html', []],
  ['forge/forge-host.ts', ['forge']],
  ['connect/open-connect-host.ts', ['connect']],
  ['data-center/data-center-host.ts', ['data-center', 'framed']],
  ['demo/demo-host.ts', ['demo']],
])('%s loads the code of no other host', (entry, allowed) => {
  const loaded = withImports([fileOf('web/index.html'), fileOf(entry)]).flatMap(
    ({ modules }) => modules,
  );
  const adapters = loaded.flatMap(id => /\/packages\/hosts\/([\w-]+)\//.exec(id)?.[1] ?? []);
  const common = ['standalone', 'bridge'];
  expect([...new Set(adapters)].filter(name => !common.includes(name)).sort()).toEqual(allowed);
  // The platform's own library comes later still: it throws where its platform is not.
  expect(loaded.filter(id => id.includes('/@forge/'))).toEqual([]);
});
