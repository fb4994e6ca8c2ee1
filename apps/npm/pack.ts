/** Makes the package `tallyboard`: pages, and the program in pure JavaScript without dependencies. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ANSWER } from '@tallyboard/engine/ask/answer-schema.ts';
import { jsonSchemaOf } from '@tallyboard/engine/ask/json-schema.ts';
import { precompress } from '@tallyboard/server/precompress.ts';
import { VERSION } from '@tallyboard/service-kit/version.ts';
import { bundlePages, bundleProgram } from './bundle.ts';
import { billOfMaterials, licenseTexts, packageCollector, readComponents } from './components.ts';

const root = join(import.meta.dirname, '../..');

/** Copied from the root of the project. `docs` are named by messages. */
const COPIED = ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs'];

/** Writes tallyboard-VERSION.tgz into the folder; returns its path. */
export async function pack(folder: string): Promise<string> {
  const content = join(folder, 'package');
  await writeContent(content);
  const { npm_execpath: npm } = process.env;
  const args = ['pack', content, '--pack-destination', folder, '--loglevel=error'];
  // The npm that runs this, else that of the path.
  if (npm && /\.c?js$/.test(npm)) await promisify(execFile)(process.execPath, [npm, ...args]);
  else await promisify(execFile)('npm', args, { shell: process.platform === 'win32' });
  await rm(content, { recursive: true });
  return join(folder, `tallyboard-${VERSION}.tgz`);
}

/** Replaces the folder. */
async function writeContent(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { plugin, folders } = packageCollector();
  await bundlePages(join(folder, 'web/dist'), plugin);
  await bundleProgram(join(folder, 'lib'), plugin);
  // Compressed on the fly where the folder is read-only.
  await precompress(join(folder, 'web/dist'));
  await cp(join(import.meta.dirname, 'bin'), join(folder, 'bin'), { recursive: true });
  const shared = 'bin/end-with-npm.mjs';
  await cp(join(root, 'apps/cli', shared), join(folder, shared));
  await chmod(join(folder, 'bin/tallyboard.mjs'), 0o755);
  for (const name of COPIED) await cp(join(root, name), join(folder, name), { recursive: true });
  await mkdir(join(folder, 'schemas'));
  await writeFile(
    join(folder, 'schemas/answer.json'),
    `${JSON.stringify(answerSchema(), null, 2)}\n`,
  );
  const components = await readComponents(folders);
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  await write('LICENSES.txt', licenseTexts(components));
  await write('sbom.cdx.json', json(billOfMaterials(VERSION, components)));
  await write('package.json', json(await manifest()));
}

/** The JSON Schema of answers. */
const answerSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...jsonSchemaOf(ANSWER),
});

/** The package has no dependencies, and runs no script at its installation. */
async function manifest(): Promise<object> {
  const { description, license } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Record<'description' | 'license', string>;
  return {
    name: 'tallyboard',
    version: VERSION,
    description,
    license,
    type: 'module',
    bin: { tallyboard: 'bin/tallyboard.mjs' },
    engines: { node: '>=24.15' },
    exports: {
      './package.json': './package.json',
      './sbom.cdx.json': './sbom.cdx.json',
      './schemas/*.json': './schemas/*.json',
    },
    files: ['bin', 'lib', 'web', 'schemas', ...COPIED, 'LICENSES.txt', 'sbom.cdx.json'],
  };
}

if (import.meta.main) {
  const [folder = join(import.meta.dirname, 'dist')] = process.argv.slice(2);
  process.stdout.write(`${await pack(resolve(folder))}\n`);
}
