import '../frame/how-computed.css';
import './figure-page.css';
import { QUERY_LEFT_OUT } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import {
  type FigureData,
  type FigureView,
  unpackView,
} from '@tallyboard/engine/ask/figure-view.ts';
import { resultFacts } from '@tallyboard/engine/ask/result-facts.ts';
import { shownCoverage } from '@tallyboard/engine/ask/shown-coverage.ts';
import { noIssueYet } from '@tallyboard/engine/no-issue-yet.ts';
import { BoardTableView } from '@tallyboard/report-kit/board-sets/board-table-view.tsx';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { HeadlineStrip } from '@tallyboard/report-kit/figures/headline-strip.tsx';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { TitleRow } from '@tallyboard/ui/controls/title-row.tsx';
import { ResultContext } from '@tallyboard/ui/controls/use-choice.ts';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { EmptyState, SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { type CSSProperties, Suspense, useEffect, useMemo, useState } from 'react';
import { useNotes } from '../frame/notes.tsx';
import type { ReportSnapshot } from '../frame/report-run.ts';
import { useReport, viewOf } from '../frame/use-report.ts';
import type { Assistant } from './assistant.ts';
import { datasetOf, issueSource } from './figure-issues.ts';
import { IssueDrawer } from './issue-drawer.tsx';

const IN_FILE = {
  kind: 'information',
  title: 'Settings cannot be changed in a file',
  text: 'Open the report in Tallyboard.',
} as const;

/** A report with its view, drills and definitions; an assistant computes it again with other settings. */
export function FigurePage(props: {
  readonly data: FigureData;
  readonly assistant: Assistant | null;
  /** It is one of several on the page, with this text below its title. */
  readonly partText?: string;
}) {
  const { data, assistant, partText } = props;
  const isPart = partText !== undefined;
  const view = useMemo(() => unpackView(data.view), [data]);
  const report = useReport(view.report);
  const [drill, setDrill] = useState<Drill | null>(null);
  const [pressed, setPressed] = useState(0);
  const [notesButton, notes] = useNotes(view.computed.notes, setDrill);
  const dataset = useMemo(() => datasetOf(view, data.jira), [view, data.jira]);
  const source = useMemo(() => issueSource(view, assistant), [view, assistant]);
  const title = data.title ?? report?.title(view.settings) ?? '';
  useEffect(() => {
    if (title && !isPart) document.title = title;
  }, [title, isPart]);
  if (!report) return <div aria-busy="true" />;
  const { settings, computed, context, loaded } = view;
  const request = { report, jql: view.jql, settings, contextAt: () => context };
  const now = { earlier: false, age: null } as const;
  const shown: ReportSnapshot = { request, context, loaded, base: loaded, computed, ...now };
  const View = viewOf(report);
  const Part = isPart ? 'section' : 'main';
  const headline = report.headline?.(computed.result, settings, context);
  const none = noIssueYet(shown);
  const isEmpty =
    none !== null || (loaded.issueCount === 0 && !report.showsEmpty && !report.withoutIssues);
  return (
    <Part
      className={
        isPart
          ? 'tb-figure-page__gadget'
          : classNames('tb-figure-page', `tb-figure-page--${assistant ? 'frame' : 'file'}`)
      }
      style={{ '--tb-pressed': `${pressed}px` } as CSSProperties}
      onClickCapture={({ pageY }) => !drill && setPressed(pageY)}
    >
      <TitleRow title={title} tips={report.tips} level={isPart ? 3 : 2}>
        {notesButton}
        {data.page !== null && <OutLink url={data.page}>Open in Tallyboard</OutLink>}
      </TitleRow>
      {partText && <p className="tb-figure-page__text">{partText}</p>}
      {!report.withoutIssues && <Facts shown={shown} eyes={view.eyes} />}
      {notes}
      {isEmpty ? (
        <EmptyState title={none ?? 'No data.'} />
      ) : (
        <Suspense fallback={<div aria-busy="true" />}>
          <ResultContext value={view}>
            {headline && <HeadlineStrip headline={headline} onDrill={setDrill} />}
            <View
              result={computed.result}
              settings={settings}
              context={context}
              compact={false}
              lite={false}
              dataset={dataset}
              onDrill={setDrill}
              onSettings={next =>
                assistant
                  ? assistant.render(view, report.settings.serialize(next))
                  : showFlag(IN_FILE)
              }
            />
            <BoardTableView
              report={report}
              computed={computed}
              settings={settings}
              context={context}
              compact={false}
              onDrill={setDrill}
            />
          </ResultContext>
        </Suspense>
      )}
      <Definitions shown={shown} />
      {drill && (
        <IssueDrawer
          key={drill.title}
          drill={drill}
          dataset={dataset}
          source={source}
          onClose={() => setDrill(null)}
        />
      )}
    </Part>
  );
}

function Facts({ shown, eyes }: { readonly shown: ReportSnapshot } & Pick<FigureView, 'eyes'>) {
  const { complete, reasons } = shownCoverage(shown);
  const facts = [
    ...(shown.request.jql === QUERY_LEFT_OUT ? ['Names and keys are made up.'] : []),
    ...resultFacts(shown, formatCount).filter(line => !reasons.includes(line)),
  ];
  return (
    <>
      <ul className="tb-figure-page__facts">
        {facts.map(line => (
          <li key={line}>{line}</li>
        ))}
        {eyes !== undefined && <li>As {eyes} sees it in Jira.</li>}
      </ul>
      {!complete && (
        <SectionMessage kind="warning" title="Partial: figures may be too low">
          {reasons.join(' ') || 'Some data could not be loaded.'}
        </SectionMessage>
      )}
    </>
  );
}

function Definitions({ shown: { computed } }: { readonly shown: ReportSnapshot }) {
  if (computed.definitions.length === 0) return null;
  return (
    <details className="tb-figure-page__how">
      <summary>How computed</summary>
      <dl className="tb-how__part tb-how__definitions">
        {computed.definitions.map(({ figure, text }) => (
          <div key={`${figure} ${text}`}>
            <dt>{figure}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
