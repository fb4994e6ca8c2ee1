import { expect, test, vi } from 'vitest';
import { keepInSight } from './keep-in-sight.ts';

type Report = (entries: readonly unknown[]) => void;

/** A frame of some height; returns how the browser reports what is in sight of it. */
function frameOf(innerHeight: number) {
  let report: Report = () => {};
  const ended = vi.fn();
  vi.stubGlobal('parent', {});
  vi.stubGlobal('innerHeight', innerHeight);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: Report) {
        report = told;
      }
      observe() {}
      disconnect = ended;
    },
  );
  const see = (top: number, height: number) => report([{ intersectionRect: { top, height } }]);
  return { see, ended };
}

test.each([
  ['of a tall frame', 2_500, 900, 800, 'part', '900px', '800px'],
  ['its lower end, of which little is in sight', 2_500, 2_450, 50, 'part', '2180px', '320px'],
  ['all of it', 600, 0, 600, null, '0px', '600px'],
  ['a low frame, half of it', 150, 75, 75, 'part', '0px', '150px'],
])('%s', (_, innerHeight, top, height, part, toldTop, toldHeight) => {
  const { see, ended } = frameOf(innerHeight);
  const dialog = document.createElement('dialog');
  const leave = keepInSight(dialog);
  see(top, height);
  expect(dialog.hasAttribute('data-in-part')).toBe(part !== null);
  expect(dialog.style.getPropertyValue('--tb-sight-top')).toBe(toldTop);
  expect(dialog.style.getPropertyValue('--tb-sight-height')).toBe(toldHeight);
  // Scrolled away, it waits where it was.
  see(0, 0);
  expect(dialog.style.getPropertyValue('--tb-sight-top')).toBe(toldTop);
  leave();
  expect(ended).toHaveBeenCalled();
  expect(document.body.childElementCount).toBe(0);
});

test('a page that is no frame watches nothing', () => {
  const observer = vi.fn();
  vi.stubGlobal('IntersectionObserver', observer);
  keepInSight(document.createElement('dialog'))();
  expect(observer).not.toHaveBeenCalled();
});
