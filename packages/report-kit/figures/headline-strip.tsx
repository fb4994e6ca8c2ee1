import './goal.css';
import './headline-strip.css';
import { Button } from '@tallyboard/ui/controls/button.tsx';
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
  /** Where the changes since an earlier time can be told. */
  readonly tellsChanges?: boolean;
}) {
  const { headline, isPart, onDrill, tellsChanges = false } = props;
  const { figures, inView, compares } = headline;
  const { drill, label = '' } =
    (tellsChanges && figures.find(({ id }) => id === compares?.figure)) || {};
  const since = compares?.since;
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
      {sentence && (
        <p className="tb-headline__sentence">
          {sentence}
          {since !== undefined && drill && (
            <WhyButton onOpen={() => onDrill({ title: label, ...drill, since })} />
          )}
        </p>
      )}
    </section>
  );
}

const WhyButton = ({ onOpen }: { readonly onOpen: () => void }) => (
  <>
    {' '}
    <Button
      appearance="link"
      className="tb-no-print"
      aria-label="Why? Show the changes since then"
      onClick={onOpen}
    >
      Why?
    </Button>
  </>
);

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
