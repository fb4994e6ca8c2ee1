/** The packages whose code is bundled: their licence texts, and a CycloneDX bill of materials. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
}

export interface Component {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier or expression. */
  readonly license: string;
  readonly licenseText: string;
  readonly integrity: string | undefined;
}

/** Collects the folders of bundled packages, as package-lock.json names them. */
export function packageCollector() {
  const folders = new Set<string>();
  const plugin: Plugin = {
    name: 'tallyboard-components',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const id of file.moduleIds) {
          // Those of a workspace lie in its own folder where others use another version.
          const [, folder] =
            /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/@]+)\//.exec(relative(root, id)) ?? [];
          if (folder !== undefined) folders.add(folder);
        }
      }
    },
  };
  return { plugin, folders };
}

/** Throws for a package without a licence. */
export async function readComponents(folders: ReadonlySet<string>): Promise<readonly Component[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const found = await Promise.all(
    [...folders].sort().map(async folder => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licenseText = await licenseTextOf(folder);
      const {
        version = '',
        integrity,
        license = licenseOf(licenseText),
      } = lock.packages[folder] ?? {};
      if (license === null) throw new Error(`${folder} has no licence.`);
      return { name, version, license, integrity, licenseText };
    }),
  );
  const byPlace = found.map(one => [`${one.name}@${one.version}`, one] as const);
  return [...new Map(byPlace).values()];
}

async function licenseTextOf(folder: string): Promise<string> {
  const names = await readdir(join(root, folder));
  const files = names.filter(name => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  const texts = files.map(name => readFile(join(root, folder, name), 'utf8'));
  return (await Promise.all(texts)).map(text => text.trim()).join('\n\n');
}

const licenseOf = (text: string): string | null =>
  text.includes('Permission is hereby granted, free of charge') ? 'MIT' : null;

const RULE = '-'.repeat(80);

export function licenseTexts(components: readonly Component[]): string {
  const parts = components.map(
    ({ name, version, license, licenseText }) =>
      `${name} ${version} (${license})\n\n${licenseText || `The text is at https://spdx.org/licenses/${license}.html`}`,
  );
  return `Tallyboard contains code of these packages.\n\n${parts.join(`\n\n${RULE}\n\n`)}\n`;
}

/** CycloneDX 1.6 (cyclonedx.org/docs/1.6/json). */
export function billOfMaterials(version: string, components: readonly Component[]): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `tallyboard@${version}`,
        name: 'tallyboard',
        version,
        purl: `pkg:npm/tallyboard@${version}`,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: components.map(({ name, version, license, integrity = '' }) => ({
      type: 'library',
      'bom-ref': `${name}@${version}`,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [spdxOf(license)],
      hashes: hashesOf(integrity),
    })),
  };
}

function spdxOf(license: string) {
  if (/ (OR|AND|WITH) /.test(license)) return { expression: license };
  return { license: /^[\w.+-]+$/.test(license) ? { id: license } : { name: license } };
}

function hashesOf(integrity: string) {
  const [, base64] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return base64 === undefined
    ? []
    : [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }];
}
