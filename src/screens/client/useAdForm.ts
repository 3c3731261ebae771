import { useCallback, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { adForm, type AdFormInput } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import { pictureName } from '../../contract/pictures.ts';
import { call } from '../../lib/api/client.ts';
import { useDraft } from '../../lib/forms/draft.ts';
import { rememberedPicture } from '../../lib/session/personal.ts';
import { readAd } from '../../lib/api/readers.ts';
import { useForm } from '../../lib/forms/useForm.ts';
import { adFailureText } from '../../lib/api/failure.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { pathTo } from '../../paths.ts';
import { useChanged } from './useChanged.ts';
import { usePicture } from './usePicture.ts';

/** A new ad: typed text is stored on the device until it is sent; then payment (spec §2, §7). */
export function useAdForm() {
  const navigate = useNavigate();
  const changed = useChanged();
  /** The part of the upload that was sent, 0 to 1, or null when there is no upload. */
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
  const { getValues, setValue, clearErrors } = form;
  const { restored, clear } = useDraft('add-ad', form);
  const picture = usePicture({
    getFile: useCallback(() => getValues('image'), [getValues]),
    setFile: (file, isFinal) => {
      clearErrors('image');
      setValue('image', file, { shouldValidate: isFinal });
    },
  });

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
        return readAd(await call('createAd', { body, onUpload }));
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
