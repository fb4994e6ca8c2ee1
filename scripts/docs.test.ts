/** Paths and links in the documentation lead somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const pages = ['.', 'docs', 'docs/decisions'].flatMap(folder =>
  readdirSync(join(root, folder))
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name)),
);
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

test('code that pages name exists', () => {
  const named = pages.flatMap(page =>
    [...textOf(page).matchAll(/`((?:packages|apps|scripts|e2e|deploy|fixtures)\/[\w./-]+)`/g)].map(
      ([, path = '']) => ({ page, path }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  // What a build makes is not here before it.
  const sources = named.filter(({ path }) => !path.includes('/dist'));
  expect(sources.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('the index of decisions names each of them', () => {
  const decisions = pages.filter(page => /decisions\/(?!README)/.test(page));
  const index = textOf('docs/decisions/README.md');
  expect(decisions.filter(page => !index.includes(`(${page.split('/').at(-1)})`))).toEqual([]);
});

/** As code hosts make it of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test('links between pages lead to pages and headings that exist', () => {
  const links = pages.flatMap(page =>
    [...textOf(page).matchAll(/\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)/g)].map(
      ([, path = '', anchor]) => ({
        page,
        target: path === '' ? page : join(dirname(page), path),
        anchor,
      }),
    ),
  );
  expect(links.length).toBeGreaterThan(80);
  const broken = links.filter(({ target, anchor }) => {
    if (!existsSync(join(root, target))) return true;
    if (anchor === undefined) return false;
    const headings = [...textOf(target).matchAll(/^#+ (.+)$/gm)];
    return !headings.some(([, heading = '']) => anchorOf(heading) === anchor);
  });
  expect(broken).toEqual([]);
});
