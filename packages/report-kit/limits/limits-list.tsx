import { freshSignal, signalTexts, whyNoLimits } from './limit-text.ts';
import { LIMITS_TEXT } from './limits-setting.ts';
import type { SeriesLimits } from './period-series.ts';

/** What the limits signal, in words, and by which rules; the headline has the signals of the last period. */
export function LimitsList(props: {
  readonly limits: readonly SeriesLimits[];
  readonly compact: boolean;
}) {
  const { limits, compact } = props;
  if (compact || limits.length === 0) return null;
  const lines = limits.flatMap(each => {
    const fresh = freshSignal(each);
    const why = whyNoLimits(each);
    return why ? [why] : signalTexts(each).filter(text => text !== fresh);
  });
  return (
    <>
      {lines.length > 0 && (
        <ul className="tb-list">
          {lines.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className="tb-quiet">{LIMITS_TEXT}</p>
    </>
  );
}
