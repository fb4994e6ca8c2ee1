import { Button } from '@tallyboard/ui/controls/button.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import type { SettingsStore } from './settings-store.ts';

type Step = 'idle' | 'asking' | 'done';

/** Ends the trial of Lite early. */
export function EditionPane({ store }: { readonly store: SettingsStore }) {
  const [step, setStep] = useState<Step>('idle');
  const disable = async () => {
    setStep('idle');
    try {
      await store.disableStandard();
      setStep('done');
    } catch (error) {
      // By specification this error is not shown.
      console.warn(error);
    }
  };
  return (
    <section className="tb-stack tb-settings__edition" aria-label="Edition">
      <h3>Standard features</h3>
      <p>You are trying the reports and breakdowns of Standard.</p>
      {step === 'done' ? (
        <div role="status">
          <SectionMessage kind="success">
            Please reload the app for changes to take effect.
          </SectionMessage>
        </div>
      ) : (
        <Button onClick={() => setStep('asking')}>Disable Standard features</Button>
      )}
      {step === 'asking' && (
        <Modal
          title="Disable Standard features?"
          onClose={() => setStep('idle')}
          confirm={{ label: 'Disable', danger: true, onConfirm: () => void disable() }}
        >
          All users will see only the Overview, without breakdowns. The trial ends now and does not
          begin again.
        </Modal>
      )}
    </section>
  );
}
