import {
  csvFormat,
  DECIMALS,
  DELIMITERS,
  keepCsvFormat,
} from '@tallyboard/report-kit/table/csv-format.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';

export default function CsvFormatDialog({ onClose }: { readonly onClose: () => void }) {
  const [format, setFormat] = useState(() => csvFormat(navigator.language));
  return (
    <Modal
      title="CSV format"
      confirm={{
        label: 'Apply',
        onConfirm() {
          keepCsvFormat(format);
          onClose();
        },
      }}
      onClose={onClose}
    >
      <div className="tb-stack">
        <ChoiceField
          label="Delimiter"
          options={DELIMITERS}
          value={format.delimiter}
          onChange={delimiter => setFormat({ ...format, delimiter })}
        />
        <ChoiceField
          label="Decimal sign"
          options={DECIMALS}
          value={format.decimal}
          onChange={decimal => setFormat({ ...format, decimal })}
        />
        <p className="tb-quiet">Used for all exports from this browser.</p>
      </div>
    </Modal>
  );
}
