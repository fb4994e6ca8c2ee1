import InformationIcon from '@atlaskit/icon/core/status-information';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { ReactNode } from 'react';
import type { Edition, Trial } from '../start/edition.ts';

/** Banners of the demo, of Lite and of its trial. */
export function Banners({ info, edition }: { readonly info: HostInfo; readonly edition: Edition }) {
  return (
    <>
      {info.demo && (
        <Banner>
          You are looking at a demo: every project, person and number here is made up.{' '}
          <a href="/docs">Install Tallyboard</a> to see your own.
        </Banner>
      )}
      {edition.trial && <TrialNote trial={edition.trial} />}
      {edition.lite && !edition.trial && (
        <Banner>
          You are using Tallyboard Lite, which shows the Overview. Breakdowns and all other reports
          are part of <a href="/docs?app=reports">Tallyboard Standard</a>.
        </Banner>
      )}
    </>
  );
}

function TrialNote({ trial: { daysLeft, urgent } }: { readonly trial: Trial }) {
  const left = daysLeft === 1 ? '1 day' : `${daysLeft} days`;
  return (
    <Banner emphasis={urgent}>
      You are using Tallyboard Lite with all Standard features for a limited time:{' '}
      <strong>{left} left</strong>. Keep them with{' '}
      <a href="/docs?app=reports">Tallyboard Standard</a>.
    </Banner>
  );
}

function Banner({
  emphasis = false,
  children,
}: {
  readonly emphasis?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={`tb-banner tb-no-print${emphasis ? ' edition-note' : ''}`} role="note">
      <InformationIcon label="" color="currentColor" />
      <p>{children}</p>
    </div>
  );
}
