import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEntities } from './entities.ts';

test.each([
  ['a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
  ['&quot;In Progress&quot;', '"In Progress"'],
  ['it&#39;s &#x2F; &#X41;', "it's / A"],
  ['Zo&euml; &Ouml;zg&uuml;r &Oslash;', 'Zoë Özgür Ø'],
  ['&AMP;', '&'],
  // Once only: what was escaped twice keeps one escape.
  ['&amp;lt;', '&lt;'],
  ['&#128512;', '😀'],
  // No entities.
  ['R&D; a & b &unknown; &lt', 'R&D; a & b &unknown; &lt'],
  ['&#0; &#xD800; &#99999999;', '&#0; &#xD800; &#99999999;'],
])('%s is %s', (text, decoded) => expect(decodeEntities(text)).toBe(decoded));

test('gives back every text that was escaped', () => {
  const escaped = (text: string) =>
    text.replace(/[&<>"']/g, sign => `&#${String(sign.codePointAt(0))};`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => decodeEntities(escaped(text)) === text),
    { numRuns: 100 },
  );
});
