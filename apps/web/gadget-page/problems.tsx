import type { SettingsProblem } from '@tallyboard/report-kit/contract.ts';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';

export default function Problems({ problems }: { readonly problems: readonly SettingsProblem[] }) {
  const count = problems.length === 1 ? '1 stored setting' : `${problems.length} stored settings`;
  return (
    <div className="tb-gadget__problems tb-no-print">
      <Disclosure title={`${count} could not be used`}>
        <ul>
          {problems.map(({ path, text }) => (
            <li key={`${path} ${text}`}>
              {path !== '' && <code>{path}</code>} {text}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
