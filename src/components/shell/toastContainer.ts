/** The container of the toasts with its styles in a file: the policy of the page allows no others. */
import 'react-toastify/ReactToastify.css';

export { ToastContainer } from 'react-toastify/unstyled';
