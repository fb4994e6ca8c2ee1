import type { HeadlineFigure } from '@tallyboard/report-kit/headline.ts';
import { usePage } from '@tallyboard/report-kit/use-page.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { onResize } from '@tallyboard/ui/text/on-resize.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { byImportance, fitFigures } from './wall-fit.ts';

/** The figures of a headline in one line: the one with the goal first, smaller before the others take turns beside it. */
export function WallFigures({ figures }: { readonly figures: readonly HeadlineFigure[] }) {
  const list = useRef<HTMLDListElement>(null);
  const [fit, setFit] = useState<ReturnType<typeof fitFigures> | null>(null);
  const ordered = byImportance(figures);
  const words = ordered.map(({ label, text, of, goal }) => [label, text, of, goal?.text].join());
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the words are others.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const { style } = element;
      const before = style.getPropertyValue('--tb-figures-scale');
      const wasBare = element.hasAttribute('data-bare');
      const widthsAt = (scale: number, bare: boolean) => {
        style.setProperty('--tb-figures-scale', String(scale));
        element.toggleAttribute('data-bare', bare);
        const each = [...element.querySelectorAll<HTMLElement>('[data-figure]')];
        return each.map(({ offsetWidth }) => offsetWidth);
      };
      const next = fitFigures(widthsAt, element.clientWidth);
      style.setProperty('--tb-figures-scale', before);
      element.toggleAttribute('data-bare', wasBare);
      setFit(next);
    };
    measure();
    return onResize([element], measure);
  }, [words.join('|')]);
  const page = usePage(fit?.pages.length ?? 1);
  const shown = fit?.pages[page] ?? [...ordered.keys()];
  const hidden = ordered.length - 1 - shown.filter(at => at > 0).length;
  return (
    <dl
      ref={list}
      className="tb-wall__figures"
      data-bare={fit?.bare || undefined}
      style={{ '--tb-figures-scale': fit?.scale ?? 1 }}
    >
      {ordered.map(({ label, text, of, goal }, at) => (
        <div
          key={label}
          data-figure
          data-goal={goal?.state}
          data-out={(at > 0 && !shown.includes(at)) || undefined}
        >
          <dt>{label}</dt>
          <dd>{text}</dd>
          <dd className="tb-wall__of">{goal?.text ?? of}</dd>
        </div>
      ))}
      {hidden > 0 && (
        <div>
          <dt>{'\u00a0'}</dt>
          <dd>+{formatCount(hidden)}</dd>
          <dd className="tb-wall__of" />
        </div>
      )}
    </dl>
  );
}
