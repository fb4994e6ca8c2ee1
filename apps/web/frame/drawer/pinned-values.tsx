import './changes-since.css';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { keyOfFigure } from '@tallyboard/engine/why/figure-at.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { figureText } from '@tallyboard/report-kit/figures/drill.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { useMemo } from 'react';
import { usePinsOf } from '../../reports-page/saved/pin-store.ts';
import type { FigurePlace, SincePreset } from './changes-since.tsx';

/** The latest are shown; the others are on the page. */
const MAX_PINS = 3;

/** What was pinned of the figure, each beside today's number. */
export default function PinnedValues(props: {
  /** The saved report. */
  readonly report: string;
  readonly place: FigurePlace;
  readonly drill: Drill;
  readonly onSince: (preset: SincePreset) => void;
}) {
  const { report, place, drill, onSince } = props;
  const { path, shown } = place;
  const { request, computed, context } = shown;
  const { pins } = usePinsOf(report);
  const { figure } = drill;
  const found = useMemo(
    () => keyOfFigure(request.report, computed, request.settings, context, figure, path),
    [request, computed, context, figure, path],
  );
  if (!pins || !found) return null;
  const format = (value: number) => figureText(drill, value);
  const known = pins.flatMap(({ id, asOf, note, figures }) => {
    const value = figures.find(({ key }) => key === found.key)?.value ?? null;
    const at = Date.parse(asOf);
    return value === null ? [] : [{ id, at, note, value: value * found.scale }];
  });
  if (known.length === 0) return null;
  return (
    <ul className="tb-why__pins" aria-label="Pinned">
      {known.slice(0, MAX_PINS).map(({ id, at, note, value }) => {
        const day = formatInstant(at, context.zone, context.dateFormat);
        return (
          <li key={id}>
            <span className="tb-nowrap">Pinned {day}</span> <strong>{format(value)}</strong>{' '}
            <span className="tb-quiet tb-nowrap">
              {context.past ? 'shown' : 'now'} {format(figure.value ?? 0)}
            </span>
            {/* The figures can be of an earlier day, or older than the pin. */}
            {at < context.asOf && (
              <Button
                compact
                onClick={() => onSince({ at, label: `Pin of ${day}`, pinned: value })}
              >
                Changes since
              </Button>
            )}
            <span className="tb-why__note tb-quiet" dir="auto" title={note}>
              {note}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
