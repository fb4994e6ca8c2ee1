import { messageOf } from '@tallyboard/ui/feedback/flags.tsx';
import { ProgressBar } from '@tallyboard/ui/feedback/progress-bar.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { useEffect, useState } from 'react';
import { type Assistant, type AssistantState, connectAssistant } from './assistant.ts';
import { FigurePage } from './figure-page.tsx';

const WAITING: AssistantState = { data: null, problem: null, page: null, isBusy: true };

/** The figures that the assistant's tool has computed. */
export function AssistantFigure() {
  const [state, setState] = useState(WAITING);
  const [assistant, setAssistant] = useState<Assistant | null>(null);
  useEffect(() => {
    const show = (change: Partial<AssistantState>) => setState(last => ({ ...last, ...change }));
    connectAssistant(show).then(setAssistant, (error: unknown) =>
      show({ problem: messageOf(error), isBusy: false }),
    );
  }, []);
  const { data, problem, page, isBusy } = state;
  return (
    <>
      {isBusy && !problem && <ProgressBar label="Computing" percent={null} />}
      {problem !== null && (
        <SectionMessage
          kind="warning"
          title={data ? 'The settings were not changed' : 'The report cannot be shown'}
        >
          {problem} {page !== null && <OutLink url={page}>Open in Tallyboard</OutLink>}
        </SectionMessage>
      )}
      {data && assistant && <FigurePage data={data} assistant={assistant} />}
    </>
  );
}
