import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { fieldOf, FormFailure, TextArea, TextField, useForm } from '../../components/Field.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { FEES } from '../../contract/constants.ts';
import { adForm, pictureName, type AdFormInput } from '../../contract/forms.ts';
import { AD_DAYS } from '../../contract/limits.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import { call } from '../../lib/api/client.ts';
import { myAdsQuery } from '../../lib/api/queries.ts';
import { readAd } from '../../lib/api/readers.ts';
import { useDraft } from '../../lib/forms/draft.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { adFailureText } from '../../lib/api/failure.ts';
import { rememberedPicture } from '../../lib/session/personal.ts';
import { pathTo } from '../../paths.ts';
import { AdPreview, PictureField } from './AdPicture.tsx';
import { countedFieldOf, DraftNotice } from './CountedField.tsx';
import { postOnce, useChanged } from './own.ts';
import { usePicture } from './usePicture.ts';

/** A new ad: typed text is stored on the device until it is sent; then payment (spec §2, §7). */
function useAdForm() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const changed = useChanged();
  const [uploaded, setUploaded] = useState<number | null>(null);
  /** Whether a part of it was sent at the last try. */
  const hasBegun = useRef(false);
  const [isWaiting, setWaiting] = useState(false);

  const chosen = rememberedPicture();
  const form = useForm<AdFormInput, AdFormInput>(adForm, {
    title: '',
    description: '',
    link: '',
    ...(chosen && { image: chosen }),
  });
  const { restored, clear } = useDraft('add-ad', form);
  const picture = usePicture(form);

  const onUpload = (share: number) => {
    hasBegun.current = share > 0;
    setUploaded(share);
  };
  const { isBusy, onSubmit } = useSubmit(form, {
    send: async ({ title, description, link, image }) => {
      const body = new FormData();
      body.append('title', title);
      body.append('description', description);
      if (link) body.append('link', link);
      body.append('image', image, pictureName(image.name));
      onUpload(0);
      try {
        return await postOnce(
          { title, description },
          async () => readAd(await call('createAd', { body, onUpload })),
          () => client.fetchQuery({ ...myAdsQuery(), staleTime: 0 }),
        );
      } finally {
        setUploaded(null);
      }
    },
    fallback: FAILURE.adCreate,
    explain: (text, error) => (hasBegun.current ? text : adFailureText(text, error)),
    onSent: () => {
      clear();
      changed.ads();
    },
    // Replaces the history entry: Back from the payment must not lead to a second ad.
    onDone: ({ id }) =>
      void navigate(id === '' ? pathTo('myAds') : pathTo('payAd', { adId: id }), {
        replace: true,
      }),
  });

  const submitWithPicture = async (event: FormEvent) => {
    event.preventDefault();
    setWaiting(true);
    await picture.settled();
    setWaiting(false);
    onSubmit(event);
  };
  const discard = () => {
    form.setFocus('title');
    clear();
    for (const field of ['title', 'description', 'link'] as const) form.resetField(field);
  };
  return {
    form,
    picture,
    uploaded,
    draft: { restored, discard, hasPicture: form.formState.defaultValues?.image !== undefined },
    isBusy: isBusy || isWaiting,
    onSubmit: (event: FormEvent) => void submitWithPicture(event),
  };
}

/** The progress of an upload; `uploaded` is 0 to 1, and at 1 the server is working. */
function UploadProgress({ uploaded }: { uploaded: number }) {
  const percent = Math.round(uploaded * 100);
  return (
    <div className="space-y-1.5">
      <p role="status" className="font-semibold">
        {uploaded < 1 ? 'Sending your ad. Keep this page open.' : 'Saving your ad…'}
      </p>
      <div className="flex items-center gap-3">
        <progress
          aria-label="Sent"
          value={percent}
          max={100}
          className="h-3 w-full appearance-none overflow-hidden rounded-full border border-line bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
        />
        <span aria-hidden="true" className="min-w-12 text-right tabular-nums">
          {`${percent}%`}
        </span>
      </div>
    </div>
  );
}

/** Add ad (spec §2): title, description, optional link and a required image. */
export function AdForm() {
  const { form, picture, uploaded, draft, isBusy, onSubmit } = useAdForm();
  return (
    <SidebarLayout isNarrow>
      <div className="space-y-1.5">
        <PageTitle title="Add an ad" />
        <p className="text-muted">
          Ksh {FEES.post_ad} for {AD_DAYS} days. Next you pay by M-Pesa, and then everyone sees it.
        </p>
      </div>
      {draft.restored && (
        <DraftNotice
          onDiscard={draft.discard}
          {...(!draft.hasPicture && { note: 'A picture is not kept: choose it again.' })}
        />
      )}
      <Card>
        <form noValidate onSubmit={onSubmit} className="space-y-4">
          <TextField
            label="Title"
            required
            dir="auto"
            autoComplete="off"
            enterKeyHint="next"
            placeholder="Mabati at factory price"
            {...countedFieldOf(form, 'title')}
          />
          <TextArea
            label="Description"
            required
            dir="auto"
            placeholder="What you offer, where, and how to reach you"
            {...countedFieldOf(form, 'description')}
          />
          <TextField
            label="Link (optional)"
            type="url"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            placeholder="https://"
            hint="Your website or page. Leave it empty if you have none."
            {...fieldOf(form, 'link')}
          />
          <PictureField
            control={form.control}
            onPick={picture.pick}
            isPreparing={picture.isPreparing}
            originalBytes={picture.originalBytes}
          />
          <AdPreview control={form.control} />
          {uploaded !== null && <UploadProgress uploaded={uploaded} />}
          <FormFailure errors={form.formState.errors} />
          <Button type="submit" look="accent" busy={isBusy} className="mt-2 w-full text-balance">
            {isBusy ? 'Sending…' : `Continue to pay Ksh ${FEES.post_ad}`}
          </Button>
        </form>
      </Card>
    </SidebarLayout>
  );
}
