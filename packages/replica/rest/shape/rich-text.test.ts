import { expect, test } from 'vitest';
import { type AdfNode, adfFromText, htmlFromRichText, wikiFromAdf } from './rich-text.ts';

const text = (value: string, ...marks: string[]): AdfNode => ({
  type: 'text',
  text: value,
  marks: marks.map(type => ({ type })),
});
const doc = (...content: AdfNode[]): AdfNode => ({ type: 'doc', content });
const paragraph = (...content: AdfNode[]): AdfNode => ({ type: 'paragraph', content });
const list = (...items: AdfNode[]): AdfNode => ({
  type: 'bulletList',
  content: items.map(item => ({ type: 'listItem', content: [item] })),
});

test.each([
  [
    'marks',
    doc(paragraph(text('a '), text('b', 'strong'), text(' & c'))),
    'a *b* & c',
    '<p>a <strong>b</strong> &amp; c</p>',
  ],
  [
    'a list',
    doc(list(paragraph(text('x')), paragraph(text('y')))),
    '* x\n* y',
    '<ul><li><p>x</p></li><li><p>y</p></li></ul>',
  ],
  [
    'a mention',
    doc(paragraph({ type: 'mention', attrs: { text: '@Ana' } })),
    '@Ana',
    '<p>@Ana</p>',
  ],
  [
    'a heading',
    doc({ type: 'heading', attrs: { level: 2 }, content: [text('T')] }),
    'h2. T',
    '<h4>T</h4>',
  ],
])('%s', (_, adf, wiki, html) => {
  expect(wikiFromAdf(adf)).toBe(wiki);
  expect(htmlFromRichText(adf).text).toBe(html);
});

test('a plain text becomes paragraphs and round-trips', () => {
  const source = 'One\nline\n\nTwo';
  expect(adfFromText(source).content).toHaveLength(2);
  expect(wikiFromAdf(adfFromText(source))).toBe(source);
});
