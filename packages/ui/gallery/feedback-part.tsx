import { CoverageBadge } from '../feedback/coverage-badge.tsx';
import { ProgressBar } from '../feedback/progress-bar.tsx';
import { EmptyState, ErrorState, SectionMessage } from '../feedback/states.tsx';
import { PARTIAL } from './fake-data.ts';
import { Section } from './section.tsx';

export function FeedbackPart() {
  return (
    <Section title="Feedback">
      <div className="gallery-stack">
        <ProgressBar label="Loading" percent={42} onCancel={() => {}} />
        <div className="gallery-row">
          <CoverageBadge coverage={PARTIAL} onRetry={() => {}} />
          <CoverageBadge
            coverage={{ ...PARTIAL, histories: PARTIAL.worklogs, reasons: [], complete: true }}
          />
        </div>
        <SectionMessage kind="warning" title="These settings affect all users." />
        <SectionMessage kind="information">Demo mode: nothing you change is kept.</SectionMessage>
        <ErrorState title="Forbidden" onRetry={() => {}}>
          Jira refused the query. Ask for the permission to browse the project, or change the query.
        </ErrorState>
        <EmptyState title="No data." action={{ label: 'Change the filter', onSelect: () => {} }}>
          No issues match. Widen the query or pick another board.
        </EmptyState>
      </div>
    </Section>
  );
}
