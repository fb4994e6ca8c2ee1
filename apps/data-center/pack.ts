/**
 * Builds the plugin's jar for Jira Data Center: the descriptor, the pages with relative addresses, and the modules of the
 * dashboard items. No Java is compiled. The build is reproducible.
 */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { buildHostedPages } from '@tallyboard/web/hosted-pages.ts';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { build } from 'vite';
import { bundleManifest, pluginDescriptor } from './descriptor.ts';

const here = import.meta.dirname;

export interface PackSettings {
  readonly jar: string;
  /** Folder for intermediate files; emptied first. */
  readonly work: string;
  /** A file of global settings to include, as the settings page exports them. */
  readonly settings?: string | undefined;
}

const SETTING_KEYS = ['global-settings', 'enabled-fields'] as const;

export async function pack({ jar, work, settings }: PackSettings): Promise<void> {
  const included = settings === undefined ? null : await readSettings(settings);
  await rm(work, { recursive: true, force: true });
  const pages = join(work, 'app');
  await buildHostedPages(pages);
  await buildItems(join(work, 'js'));
  if (included) await writeSettings(included, join(pages, 'settings'));
  const { version } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));
  const files = (await filesBelow(pages)).map(file => relative(pages, file).replaceAll('\\', '/'));
  await writeFile(join(work, 'atlassian-plugin.xml'), pluginDescriptor({ version, files }));
  await mkdir(dirname(jar), { recursive: true });
  await mkdir(join(work, 'META-INF/spring'), { recursive: true });
  const spring = 'META-INF/spring/plugin-context.xml';
  await copyFile(join(here, 'plugin-context.xml'), join(work, spring));
  await writeFile(jar, await zipFolder(work, bundleManifest(version)));
}

const buildItems = (outDir: string) =>
  build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2020',
      lib: {
        entry: 'src/modules.ts',
        formats: ['iife'],
        name: 'tallyboardItems',
        fileName: () => 'dashboard-items.js',
      },
    },
  });

/** Settings by key. Throws when the file is not a JSON object of these keys. */
export async function readSettings(file: string): Promise<Readonly<Record<string, unknown>>> {
  const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    throw new Error(`${file} holds no settings.`);
  const unknown = Object.keys(stored).filter(key => !SETTING_KEYS.some(known => known === key));
  if (unknown.length > 0)
    throw new Error(`${file} holds more than settings: ${unknown.join(', ')}.`);
  return stored as Readonly<Record<string, unknown>>;
}

/** One file per key beside the pages, which read it if no servlet answers. */
async function writeSettings(settings: Readonly<Record<string, unknown>>, folder: string) {
  await mkdir(folder, { recursive: true });
  for (const [key, value] of Object.entries(settings)) {
    await writeFile(join(folder, `${key}.json`), JSON.stringify(value));
  }
}

/** One date for all files, and sorted names: a reproducible jar. */
const ZIP_DATE = new Date(2000, 0, 1);

async function zipFolder(folder: string, manifest: string): Promise<Uint8Array> {
  // The manifest comes first in a jar.
  const entries: Zippable = { 'META-INF/MANIFEST.MF': strToU8(manifest) };
  for (const file of await filesBelow(folder)) {
    const name = relative(folder, file).replaceAll('\\', '/');
    entries[name] = new Uint8Array(await readFile(file));
  }
  return zipSync(entries, { mtime: ZIP_DATE, level: 9 });
}

async function filesBelow(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

if (import.meta.main) {
  const [jar = join(here, 'dist/tallyboard.jar'), settings] = process.argv.slice(2);
  await pack({ jar: resolve(jar), work: join(here, 'dist/jar'), settings });
  process.stdout.write(`${resolve(jar)}\n`);
}
