import './goal.css';
import './headline-strip.css';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { Totals } from '@tallyboard/ui/figure/totals.tsx';
import type { Headline, HeadlineFigure } from '../headline.ts';
import type { Drill } from './drill.ts';

/** The answer of a report: its key figures, which open their issues, and one sentence. */
export function HeadlineStrip(props: {
  readonly headline: Headline;
  /** No sentence and no share is shown while issues are still loading. */
  readonly isPart?: boolean;
  readonly onDrill: (drill: Drill) => void;
}) {
  const { headline, isPart, onDrill } = props;
  const { figures, inView } = headline;
  const sentence = isPart ? undefined : headline.sentence;
  if (inView && !sentence) return null;
  return (
    <section className="tb-headline" aria-label="Headline">
      {!inView && figures.length > 0 && (
        <Totals
          totals={figures.map((figure, at) => ({
            id: figure.label,
            label: figure.label,
            value: (
              <Value
                figure={isPart ? withoutShares(figure) : figure}
                isKey={at === 0}
                onDrill={onDrill}
              />
            ),
          }))}
        />
      )}
      {sentence && <p className="tb-headline__sentence">{sentence}</p>}
    </section>
  );
}

/** A share of the issues that came so far says nothing about all. */
function withoutShares({ goal: _, of, ...figure }: HeadlineFigure): HeadlineFigure {
  const isShare = figure.text.includes('%');
  return { ...figure, ...(isShare ? { text: '-' } : of && !of.includes('%') && { of }) };
}

function Value(props: {
  readonly figure: HeadlineFigure;
  readonly isKey: boolean;
  readonly onDrill: (drill: Drill) => void;
}) {
  const { figure, isKey, onDrill } = props;
  const { label, text, of, goal, drill, bad } = figure;
  return (
    <>
      <span data-goal={goal?.state}>
        {drill ? (
          <FigureButton
            size={isKey ? 'large' : 'normal'}
            label={label}
            bad={bad ?? false}
            onOpen={() => onDrill({ title: label, ...drill })}
          >
            {text}
          </FigureButton>
        ) : (
          text
        )}
      </span>
      {of && <span className="tb-headline__of"> {of}</span>}
      {goal && (
        <span className="tb-headline__goal" data-goal={goal.state}>
          {goal.text}
        </span>
      )}
    </>
  );
}
