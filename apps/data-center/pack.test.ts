import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pack, readSettings } from './pack.ts';

let folder: string;
let bytes: Buffer;
let entries: Record<string, Uint8Array>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyboard-jar-'));
  const settings = join(folder, 'settings.json');
  await writeFile(settings, JSON.stringify({ 'global-settings': { version: 1 } }));
  await pack({ jar: join(folder, 'a.jar'), work: join(folder, 'work'), settings });
  bytes = await readFile(join(folder, 'a.jar'));
  entries = unzipSync(bytes);
});
afterAll(() => rm(folder, { recursive: true }));

const textOf = (name: string): string => strFromU8(entries[name] ?? new Uint8Array());

describe('the jar', () => {
  test('begins with a valid manifest', () => {
    expect(Object.keys(entries)[0]).toBe('META-INF/MANIFEST.MF');
    const manifest = textOf('META-INF/MANIFEST.MF');
    expect(manifest).toMatch(/^Manifest-Version: 1.0\r\n(.{1,70}\r\n)*\r\n$/);
  });

  test('is an OSGi bundle with the key of the plugin, and imports what its conditions need', () => {
    const manifest = textOf('META-INF/MANIFEST.MF').replaceAll('\r\n ', '');
    const headers = Object.fromEntries(
      [...manifest.matchAll(/^(\S+): (.*)\r$/gm)].map(([, name, value]) => [name, value]),
    );
    const descriptor = textOf('atlassian-plugin.xml');
    const key = /<atlassian-plugin key="([^"]+)"/.exec(descriptor)?.[1];
    expect(headers).toMatchObject({
      'Atlassian-Plugin-Key': key,
      'Bundle-ManifestVersion': '2',
      'Bundle-SymbolicName': key,
      'Bundle-Version': /<version>(\d+\.\d+\.\d+)<\/version>/.exec(descriptor)?.[1],
      'Spring-Context': '*',
    });
    const conditions = [...descriptor.matchAll(/condition class="([^"]+)\.\w+"/g)];
    expect(conditions.length).toBeGreaterThan(0);
    for (const [, name] of conditions)
      expect(headers['Import-Package']?.split(',')).toContain(name);
    expect(textOf('META-INF/spring/plugin-context.xml')).toContain('<beans ');
  });

  test('has every file that its descriptor names, and every module of an item', () => {
    const descriptor = textOf('atlassian-plugin.xml');
    const named = [...descriptor.matchAll(/location="([^"/][^"]*)"/g)].map(([, at]) => at ?? '');
    expect(named).toContain('app/index.html');
    expect(named).toContain('app/assets/');
    const names = Object.keys(entries);
    for (const at of named) {
      const there = at.endsWith('/') ? names.some(name => name.startsWith(at)) : names.includes(at);
      expect(there, at).toBe(true);
    }
    const modules = textOf('js/dashboard-items.js');
    expect(modules).toContain('define(`tallyboard/${');
    for (const { name, picturePath } of GADGETS) {
      expect(descriptor).toContain(`<amd-module>tallyboard/${name}-item</amd-module>`);
      expect(modules).toContain(name);
      expect(names).toContain(`app${picturePath}`);
    }
  });

  test('is well-formed and has no Java code', () => {
    const descriptor = textOf('atlassian-plugin.xml');
    const open: string[] = [];
    for (const [, closing, name, rest] of descriptor.matchAll(
      /<(\/?)([a-z-]+)((?:[^>"]|"[^"]*")*)>/g,
    )) {
      if (closing) expect(open.pop()).toBe(name);
      else if (!rest?.endsWith('/')) open.push(name ?? '');
    }
    expect(open).toEqual([]);
    expect(descriptor).not.toMatch(/&(?!(amp|lt|gt|quot);)/);
    expect(descriptor).not.toMatch(/<(servlet|rest|component)\b|class="com\.tallyboard/);
    expect(Object.keys(entries).filter(name => name.endsWith('.class'))).toEqual([]);
  });

  test('has pages with relative addresses, and the included settings', () => {
    expect(textOf('app/index.html')).toContain('src="./assets/');
    expect(textOf('app/index.html')).not.toMatch(/(src|href)="\//);
    expect(JSON.parse(textOf('app/settings/global-settings.json'))).toEqual({ version: 1 });
  });

  test('has fixed dates and order', () => {
    // Every entry has the same date in its header: 2000-01-01, 00:00.
    const date = bytes.readUInt32LE(10);
    expect(date).toBe(((20 << 9) | (1 << 5) | 1) << 16);
    const names = Object.keys(entries).slice(1);
    expect(names).toEqual([...names].sort());
  });

  test('is reproducible from another folder at another time', async () => {
    const [jar, settings] = [join(folder, 'b.jar'), join(folder, 'settings.json')];
    await pack({ jar, work: join(folder, 'elsewhere'), settings });
    expect((await readFile(jar)).equals(bytes)).toBe(true);
  });
});

test.each([['[]x'], ['null'], ['{"secret":1}']])(
  'settings such as %s are not carried',
  async text => {
    const settings = join(folder, 'wrong.json');
    await writeFile(settings, text);
    await expect(readSettings(settings)).rejects.toThrow();
  },
);
