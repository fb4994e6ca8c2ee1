import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { crossingTexts } from './crossing-texts.ts';
import { PICTURE_TIME } from './server.ts';

const FONTS = createRequire(import.meta.url).resolve('@fontsource/rubik/package.json');
const FAMILY = 'Pictures';

/** Each text takes the room that one font gives it, so that pictures of two machines are comparable. */
const ONE_FONT = `${['latin', 'hebrew', 'arabic']
  .flatMap(script =>
    [400, 500, 600].map(
      weight => `@font-face { font-family: ${FAMILY}; font-weight: ${weight}; font-display: block;
      src: url('/picture-fonts/rubik-${script}-${weight}-normal.woff2'); unicode-range: ${rangeOf(script)}; }`,
    ),
  )
  .join('\n')}
* { font-family: ${FAMILY} !important; }`;

function rangeOf(script: string): string {
  if (script === 'hebrew') return 'U+0590-05FF';
  if (script === 'arabic') return 'U+0600-06FF';
  return 'U+0000-058F, U+2000-2FFF';
}

export const PLAIN = { colorScheme: 'light', forcedColors: 'none' } as const;
const DARK = { colorScheme: 'dark', forcedColors: 'none' } as const;
const CONTRAST = { colorScheme: 'light', forcedColors: 'active' } as const;

const LOOKS = {
  'light-1280': { width: 1280, height: 1000, media: PLAIN },
  'dark-400': { width: 400, height: 1000, media: DARK },
  'light-640': { width: 640, height: 720, media: PLAIN },
  'contrast-640': { width: 640, height: 720, media: CONTRAST },
  wall: { width: 1920, height: 1080, media: PLAIN },
} as const;

export type Look = keyof typeof LOOKS;

/** A page whose clock stands still, with one font. */
export async function openStage(context: BrowserContext): Promise<Page> {
  await context.route('**/picture-fonts/*', route => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1);
    return route.fulfill({ path: FONTS.replace('package.json', `files/${name}`) });
  });
  await context.addInitScript(css => {
    new MutationObserver((_, observer) => {
      if (!document.head) return;
      observer.disconnect();
      document.head.append(Object.assign(document.createElement('style'), { textContent: css }));
    }).observe(document, { childList: true, subtree: true });
  }, ONE_FONT);
  const page = await context.newPage();
  await page.clock.setFixedTime(PICTURE_TIME);
  return page;
}

/** Compares the page with its picture in each look; for `npm run gallery` it takes pictures with their texts instead. */
export async function comparePictures(
  page: Page,
  group: string,
  name: string,
  looks: readonly Look[],
): Promise<void> {
  const gallery = process.env.TALLYBOARD_GALLERY;
  for (const look of looks) {
    const { width, height, media } = LOOKS[look];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    await settled(page, media.colorScheme);
    expect.soft(await crossingTexts(page), `${look}: no text lies over another`).toEqual([]);
    if (media.forcedColors === 'active' && !gallery) await hideTexts(page);
    const path = [group, look, `${name}.png`];
    if (gallery) await page.screenshot({ path: join(gallery, ...path) });
    else
      await expect.soft(page, look).toHaveScreenshot(path, {
        animations: 'disabled',
        stylePath: join(import.meta.dirname, 'no-text.css'),
        maxDiffPixelRatio: 0.002,
      });
  }
}

/** High contrast overrides the colour of texts unless the element opts out; elements around texts alone have no looks to lose. */
const hideTexts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: ChildNode[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent instanceof HTMLElement && !parent.matches('option') && node.textContent?.trim())
        texts.push(node as Text);
    }
    for (const text of texts) {
      const span = document.createElement('span');
      span.dataset.hiddenText = '';
      text.replaceWith(span);
      span.append(text);
    }
  });

/** All frames have their fonts and colours, and two frames have passed since the last change of the layout. */
async function settled(page: Page, colorScheme: string): Promise<void> {
  for (const frame of page.frames())
    await frame.waitForFunction(
      mode => document.documentElement.dataset.colorMode === mode,
      colorScheme,
    );
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}
