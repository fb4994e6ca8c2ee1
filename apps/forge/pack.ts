/**
 * Builds the folder for `forge deploy`: the manifest, the backend in one file, and the pages with relative addresses.
 * Validates it by the platform's own rules.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { validate } from '@forge/manifest';
import { leaveOut } from '@tallyboard/web/build/leave-out.ts';
import { buildHostedPages } from '@tallyboard/web/hosted-pages.ts';
import { build } from 'vite';
import { type ForgeSettings, forgeManifest } from './manifest.ts';
import workspace from './package.json' with { type: 'json' };

const here = import.meta.dirname;

const APP_ID = /^( +id: )(ari:cloud:ecosystem::app\/\S+)/m;

/** Replaces the folder. Throws with all problems. */
export async function pack(folder: string, settings: ForgeSettings = {}): Promise<void> {
  const { errorReports, readOnly = false } = settings;
  const own = await readFile(join(folder, 'manifest.yml'), 'utf8').catch(() => '');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await buildHostedPages(join(folder, 'static/app'), {
    errorReports: errorReports ? `${errorReports}/error-reports` : null,
    readOnly,
    forge: true,
  });
  // The platform takes pictures of gadgets from the manifest alone.
  await rm(join(folder, 'static/app/gadgets'), { recursive: true, force: true });
  await buildBackend(join(folder, 'src'));
  await writeFile(join(folder, 'manifest.yml'), keepAppId(forgeManifest(settings), own));
  const { version } = workspace;
  const about = { name: 'tallyboard-forge', version, private: true, main: 'src/index.js' };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  const problems = [
    ...(await manifestProblems(join(folder, 'manifest.yml'))),
    ...(await folderProblems(folder)),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Errors and warnings of the platform's validator. */
export async function manifestProblems(file: string): Promise<readonly string[]> {
  const { errors } = await validate(false, file);
  return (errors ?? []).map(
    ({ level, message, line }) => `${basename(file)}:${line ?? 0} ${level}: ${message}`,
  );
}

const MAX_FILES = 60;
const MAX_BYTES = 10_000_000;

/** The app loads fast only with few and small files. */
export async function folderProblems(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile());
  const sizes = await Promise.all(files.map(file => stat(join(file.parentPath, file.name))));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  return [
    ...(files.length > MAX_FILES ? [`${files.length} files; at most ${MAX_FILES}.`] : []),
    ...(bytes > MAX_BYTES ? [`${bytes} bytes; at most ${MAX_BYTES}.`] : []),
  ];
}

/** Keeps the app id that `forge register` wrote into the folder. */
export function keepAppId(manifest: string, packedBefore: string): string {
  const id = APP_ID.exec(packedBefore)?.[2];
  return id === undefined ? manifest : manifest.replace(APP_ID, (_, before) => before + id);
}

/** What pages draw: the backend computes alone. */
const VIEWS = /\/packages\/reports\/[\w-]+\/view\.tsx$/;

const buildBackend = (outDir: string) =>
  build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    plugins: [leaveOut(VIEWS)],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/index.ts',
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        // 'use client' says nothing to Node. A parser evaluates names of its own functions.
        checks: { moduleLevelDirective: false, eval: false },
        output: { format: 'cjs', entryFileNames: 'index.js', codeSplitting: false },
      },
    },
  });

/** The origin of a server, which pages of Jira Cloud call by https only. Throws for other addresses. */
export function readServer(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.href === `${url.origin}/`) return url.origin;
  throw new Error(
    `--error-reports is an address such as https://reports.example.com, not '${text}'.`,
  );
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      pictures: { type: 'string' },
      'error-reports': { type: 'string' },
      'read-only': { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const folder = resolve(positionals[0] ?? join(here, 'dist'));
  await pack(folder, {
    pictures: values.pictures,
    errorReports: readServer(values['error-reports']),
    readOnly: values['read-only'],
  });
  process.stdout.write(`${folder}\n`);
}
