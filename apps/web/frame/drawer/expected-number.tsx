import './changes-since.css';
import { reconcileRequest } from '@tallyboard/engine/why/explain-request.ts';
import { keyOfFigure } from '@tallyboard/engine/why/figure-at.ts';
import type { JiraList } from '@tallyboard/engine/why/jira-report.ts';
import type { Reconciled } from '@tallyboard/engine/why/reconcile.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import { figureText } from '@tallyboard/report-kit/figures/drill.ts';
import { readAmount } from '@tallyboard/report-kit/figures/read-amount.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import type { FigurePlace } from './changes-since.tsx';
import { IssueKeys } from './issue-keys.tsx';

interface ExpectedProps {
  readonly place: FigurePlace;
  readonly drill: Drill;
  readonly dataset: DatasetView;
}

/** Which other ways to count give the number that a reader expected, as one that another report shows. */
export default function ExpectedNumber(props: ExpectedProps) {
  return (
    <Disclosure title="Expected another number?" level={3}>
      <Expected {...props} />
    </Disclosure>
  );
}

function Expected({ place, drill, dataset }: ExpectedProps) {
  const jira = useJiraList(place, drill);
  const [written, setText] = useState<string | null>(null);
  const { figure } = drill;
  const countsIssues = figure.value === figure.issues.length;
  const theirs = jira && countsIssues ? formatNumber(jira.issues.length) : '';
  const text = written ?? theirs;
  const typed = readAmount(text, drill);
  const [asked, setAsked] = useState<number | null>(null);
  const { engine, now } = useSession();
  const { run, shown, path, onSettings } = place;
  const { value, error, reload } = useLoaded(asked, async (expected, signal) => {
    const request = run.asked();
    if (!request) throw new Error('Nothing was asked.');
    const { age } = shown;
    const scale = drill.part?.scale ?? 1;
    const args = { now: now(), age, path, name: drill.title, scale, expected, signal };
    return { expected, found: await reconcileRequest(engine, request, args) };
  });
  return (
    <form
      className="tb-why"
      onSubmit={event => {
        event.preventDefault();
        setAsked(typed);
      }}
    >
      {jira && <JiraSays jira={jira} dataset={dataset} />}
      <div className="tb-why__since">
        <TextField
          label="The number that you expected"
          value={text}
          onChange={setText}
          error={text.trim() !== '' && typed === null ? helpOf(drill) : undefined}
        />
        <Button type="submit" disabled={typed === null}>
          Find ways to count
        </Button>
      </div>
      {error !== null ? (
        <ErrorState title="Other ways to count could not be tried" onRetry={reload}>
          The figure itself is not affected.
        </ErrorState>
      ) : asked !== null && value === null ? (
        <p className="tb-why__waiting">
          <Spinner label="Trying" />
        </p>
      ) : (
        value?.found && (
          <>
            <p role="status">
              {sentenceOf(value.expected, value.found.found, value.found.nearest, formatOf(drill))}
              {value.found.isCut && ' Not all ways could be tried in time.'}
            </p>
            {value.found.doubts.map(text => (
              <p key={text}>{text}</p>
            ))}
            <ul className="tb-stack tb-why__ways">
              {waysOf(value.found.found, value.found.nearest).map(way => (
                <li key={way.switches.join()} className="tb-why__way">
                  {sentenceCase(way.switches.join(' and '))}:{' '}
                  <IssueKeys keys={way.issues} dataset={dataset} />
                  {way.settings && onSettings && (
                    <Button onClick={() => onSettings(way.settings)}>Use these settings</Button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )
      )}
    </form>
  );
}

/** Jira's own report has no public API: only pages of Data Center may ask it, with the session of the reader. */
function useJiraList({ shown, path }: FigurePlace, { figure }: Drill): JiraList | null {
  const { engine, host } = useSession();
  const { request, computed, context, base } = shown;
  const { flavour, standalone } = host.info;
  const mayAsk = flavour === 'data-center' && !standalone && !context.past;
  const { value } = useLoaded(mayAsk ? shown : null, async () => {
    const { report, settings } = request;
    const found = keyOfFigure(report, computed, settings, context, figure, path);
    if (!found) return null;
    const args = { dataset: base.id, report: report.id, settings, context, path };
    return engine.jiraList({ ...args, key: found.key });
  });
  return value;
}

function JiraSays({ jira, dataset }: Pick<ExpectedProps, 'dataset'> & { readonly jira: JiraList }) {
  const { list, issues, onlyJira, onlyOurs } = jira;
  const differs = onlyJira.length + onlyOurs.length > 0;
  return (
    <div className="tb-stack">
      <p>
        Jira's Sprint Report has {formatCount(issues.length)} under '{list}'
        {differs ? '.' : ', the same as here.'}
      </p>
      {onlyJira.length > 0 && (
        <p>
          Only there: <IssueKeys keys={onlyJira} dataset={dataset} />
        </p>
      )}
      {onlyOurs.length > 0 && (
        <p>
          Only here: <IssueKeys keys={onlyOurs} dataset={dataset} />
        </p>
      )}
    </div>
  );
}

/** Of numbers in the unit that is shown. */
const formatOf = (drill: Drill) => (value: number) =>
  figureText(drill, value * (drill.part?.scale ?? 1));

function helpOf({ part }: Drill): string {
  if (!part?.time) return `A number, such as ${formatNumber(33.5)}.`;
  const example = part.time.day === null ? '7h 30m' : '2d 4h';
  return `${part.label}, such as ${formatNumber(7.5)}, or ${example}.`;
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const waysOf = (found: readonly Reconciled[], nearest: Reconciled | null) =>
  (found.length > 0 ? found : nearest ? [nearest] : []).filter(
    ({ switches }) => switches.length > 0,
  );

function sentenceOf(
  expected: number,
  found: readonly Reconciled[],
  nearest: Reconciled | null,
  format: (value: number) => string,
): string {
  const number = format(expected);
  if (found[0]?.switches.length === 0) return `It is ${number}.`;
  if (found.length > 0) return `It would be ${number} if issues counted in one of these ways:`;
  if (nearest === null || nearest.value === null || nearest.switches.length === 0)
    return `No way to count gives ${number}, or a number that is nearer.`;
  return `No way to count gives ${number}. The nearest is ${format(nearest.value)}:`;
}
