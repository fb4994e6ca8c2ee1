/**
 * Builds the folder for `forge deploy`: the manifest, the backend in one file, and the pages with relative addresses.
 * Validates it by the platform's own rules.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { validate } from '@forge/manifest';
import { buildHostedPages } from '@tallyboard/web/hosted-pages.ts';
import { build } from 'vite';
import { forgeManifest } from './manifest.ts';

const here = import.meta.dirname;

const APP_ID = /^( +id: )(ari:cloud:ecosystem::app\/\S+)/m;

/** Replaces the folder. Throws with all problems that the platform would report. */
export async function pack(folder: string): Promise<void> {
  const own = await readFile(join(folder, 'manifest.yml'), 'utf8').catch(() => '');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await buildHostedPages(join(folder, 'static/app'));
  await buildBackend(join(folder, 'src'));
  await writeFile(join(folder, 'manifest.yml'), keepAppId(forgeManifest(), own));
  await writeFile(join(folder, 'package.json'), packageJson());
  const problems = await manifestProblems(join(folder, 'manifest.yml'));
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Errors and warnings of the platform's validator. */
export async function manifestProblems(file: string): Promise<readonly string[]> {
  const { errors } = await validate(false, file);
  return (errors ?? []).map(
    ({ level, message, line }) => `${basename(file)}:${line ?? 0} ${level}: ${message}`,
  );
}

/** Keeps the app id that `forge register` wrote into the folder. */
export function keepAppId(manifest: string, packedBefore: string): string {
  const id = APP_ID.exec(packedBefore)?.[2];
  return id === undefined ? manifest : manifest.replace(APP_ID, (_, before) => before + id);
}

async function buildBackend(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/index.ts',
      outDir,
      emptyOutDir: true,
      target: 'node22',
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'index.js' } },
    },
  });
}

function packageJson(): string {
  const about = { name: 'tallyboard-forge', version: '0.1.0', private: true, main: 'src/index.js' };
  return `${JSON.stringify(about, null, 2)}\n`;
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(here, 'dist'));
  await pack(folder);
  process.stdout.write(`${folder}\n`);
}
