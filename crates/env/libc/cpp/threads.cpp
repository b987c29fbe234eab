// The parts of libc++'s threads that are not in its headers: threads, mutexes, condition variables,
// futures. They are made of the functions of pthread.h, which are models; see support.cpp.

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <future>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

_LIBCPP_BEGIN_NAMESPACE_STD

// Threads.

thread::~thread()
{
    if (!__libcpp_thread_isnull(&__t_))
        terminate();
}
void thread::join()
{
    int error = EINVAL;
    if (!__libcpp_thread_isnull(&__t_)) {
        error = __libcpp_thread_join(&__t_);
        if (error == 0)
            __t_ = _LIBCPP_NULL_THREAD;
    }
    if (error)
        __throw_system_error(error, "thread::join failed");
}
void thread::detach()
{
    int error = EINVAL;
    if (!__libcpp_thread_isnull(&__t_)) {
        error = __libcpp_thread_detach(&__t_);
        if (error == 0)
            __t_ = _LIBCPP_NULL_THREAD;
    }
    if (error)
        __throw_system_error(error, "thread::detach failed");
}
unsigned thread::hardware_concurrency() noexcept { return 1; }

namespace this_thread {

void sleep_for(const chrono::nanoseconds &time)
{
    if (time <= chrono::nanoseconds::zero())
        return;
    auto seconds = chrono::duration_cast<chrono::seconds>(time);
    timespec wanted;
    wanted.tv_sec = seconds.count();
    wanted.tv_nsec = (time - seconds).count();
    nanosleep(&wanted, nullptr);
}

} // namespace this_thread

// What a thread does when it ends.
__thread_specific_ptr<__thread_struct> &__thread_local_data()
{
    static auto *data = new __thread_specific_ptr<__thread_struct>;
    return *data;
}

class __thread_struct_imp {
public:
    vector<pair<condition_variable *, mutex *>> notified;
    vector<__assoc_sub_state *> made_ready;

    ~__thread_struct_imp()
    {
        for (auto &both : notified) {
            both.second->unlock();
            both.first->notify_all();
        }
        for (auto *state : made_ready) {
            state->__make_ready();
            state->__release_shared();
        }
    }
};

__thread_struct::__thread_struct() : __p_(new __thread_struct_imp) {}
__thread_struct::~__thread_struct() { delete __p_; }
void __thread_struct::notify_all_at_thread_exit(condition_variable *condition, mutex *locked)
{
    __p_->notified.emplace_back(condition, locked);
}
void __thread_struct::__make_ready_at_thread_exit(__assoc_sub_state *state)
{
    state->__add_shared();
    __p_->made_ready.push_back(state);
}
void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> lock)
{
    __thread_local_data()->notify_all_at_thread_exit(&condition, lock.release());
}

// Mutexes.

#ifndef _LIBCPP_HAS_TRIVIAL_MUTEX_DESTRUCTION
mutex::~mutex() noexcept { __libcpp_mutex_destroy(&__m_); }
#endif
void mutex::lock()
{
    if (int error = __libcpp_mutex_lock(&__m_))
        __throw_system_error(error, "mutex lock failed");
}
bool mutex::try_lock() noexcept { return __libcpp_mutex_trylock(&__m_); }
void mutex::unlock() noexcept { __libcpp_mutex_unlock(&__m_); }

recursive_mutex::recursive_mutex()
{
    if (int error = __libcpp_recursive_mutex_init(&__m_))
        __throw_system_error(error, "recursive_mutex constructor failed");
}
recursive_mutex::~recursive_mutex() { __libcpp_recursive_mutex_destroy(&__m_); }
void recursive_mutex::lock()
{
    if (int error = __libcpp_recursive_mutex_lock(&__m_))
        __throw_system_error(error, "recursive_mutex lock failed");
}
void recursive_mutex::unlock() noexcept { __libcpp_recursive_mutex_unlock(&__m_); }
bool recursive_mutex::try_lock() noexcept { return __libcpp_recursive_mutex_trylock(&__m_); }

timed_mutex::timed_mutex() : __locked_(false) {}
timed_mutex::~timed_mutex() { lock_guard<mutex> guard(__m_); }
void timed_mutex::lock()
{
    unique_lock<mutex> guard(__m_);
    while (__locked_)
        __cv_.wait(guard);
    __locked_ = true;
}
bool timed_mutex::try_lock() noexcept
{
    unique_lock<mutex> guard(__m_, std::try_to_lock);
    if (!guard.owns_lock() || __locked_)
        return false;
    __locked_ = true;
    return true;
}
void timed_mutex::unlock() noexcept
{
    lock_guard<mutex> guard(__m_);
    __locked_ = false;
    __cv_.notify_one();
}

void __call_once(volatile once_flag::_State_type &flag, void *argument, void (*function)(void *))
{
    static mutex *guard = new mutex;
    static condition_variable *changed = new condition_variable;
    unique_lock<mutex> lock(*guard);
    while (flag == once_flag::_Pending)
        changed->wait(lock);
    if (flag != once_flag::_Unset)
        return;
    flag = once_flag::_Pending;
    lock.unlock();
    try {
        function(argument);
    } catch (...) {
        lock.lock();
        flag = once_flag::_Unset;
        changed->notify_all();
        throw;
    }
    lock.lock();
    flag = once_flag::_Complete;
    changed->notify_all();
}

// Locks for readers and writers.

__shared_mutex_base::__shared_mutex_base() : __state_(0) {}
void __shared_mutex_base::lock()
{
    unique_lock<mutex> guard(__mut_);
    while (__state_ & __write_entered_)
        __gate1_.wait(guard);
    __state_ |= __write_entered_;
    while (__state_ & __n_readers_)
        __gate2_.wait(guard);
}
bool __shared_mutex_base::try_lock()
{
    unique_lock<mutex> guard(__mut_);
    if (__state_ != 0)
        return false;
    __state_ = __write_entered_;
    return true;
}
void __shared_mutex_base::unlock()
{
    lock_guard<mutex> guard(__mut_);
    __state_ = 0;
    __gate1_.notify_all();
}
void __shared_mutex_base::lock_shared()
{
    unique_lock<mutex> guard(__mut_);
    while ((__state_ & __write_entered_) || (__state_ & __n_readers_) == __n_readers_)
        __gate1_.wait(guard);
    ++__state_;
}
bool __shared_mutex_base::try_lock_shared()
{
    unique_lock<mutex> guard(__mut_);
    if ((__state_ & __write_entered_) || (__state_ & __n_readers_) == __n_readers_)
        return false;
    ++__state_;
    return true;
}
void __shared_mutex_base::unlock_shared()
{
    lock_guard<mutex> guard(__mut_);
    --__state_;
    if (__state_ & __write_entered_) {
        if ((__state_ & __n_readers_) == 0)
            __gate2_.notify_one();
    } else {
        __gate1_.notify_one();
    }
}

// Condition variables.

#ifndef _LIBCPP_HAS_TRIVIAL_CONDVAR_DESTRUCTION
condition_variable::~condition_variable() { __libcpp_condvar_destroy(&__cv_); }
#endif
void condition_variable::notify_one() noexcept { __libcpp_condvar_signal(&__cv_); }
void condition_variable::notify_all() noexcept { __libcpp_condvar_broadcast(&__cv_); }
void condition_variable::wait(unique_lock<mutex> &lock) noexcept
{
    if (!lock.owns_lock())
        terminate();
    __libcpp_condvar_wait(&__cv_, lock.mutex()->native_handle());
}
void condition_variable::__do_timed_wait(
    unique_lock<mutex> &lock,
    chrono::time_point<chrono::system_clock, chrono::nanoseconds> until) noexcept
{
    if (!lock.owns_lock())
        terminate();
    auto since = until.time_since_epoch();
    auto seconds = chrono::duration_cast<chrono::seconds>(since);
    timespec time;
    time.tv_sec = seconds.count();
    time.tv_nsec = (since - seconds).count();
    __libcpp_condvar_timedwait(&__cv_, lock.mutex()->native_handle(), &time);
}

// Futures.

namespace {

class of_futures : public error_category {
public:
    const char *name() const noexcept override { return "future"; }
    string message(int error) const override
    {
        switch (static_cast<future_errc>(error)) {
        case future_errc::broken_promise:
            return "The associated promise has been destructed prior to the associated state "
                   "becoming ready.";
        case future_errc::future_already_retrieved:
            return "The future has already been retrieved from the promise or packaged_task.";
        case future_errc::promise_already_satisfied:
            return "The state of the promise has already been set.";
        case future_errc::no_state:
            return "Operation not permitted on an object without an associated state.";
        }
        return "unspecified future_errc value\n";
    }
};

} // namespace

const error_category &future_category() noexcept
{
    static auto *category = new of_futures;
    return *category;
}
future_error::future_error(error_code code) : logic_error(code.message()), __ec_(code) {}
future_error::~future_error() noexcept {}

void __assoc_sub_state::__on_zero_shared() noexcept { delete this; }
void __assoc_sub_state::set_value()
{
    unique_lock<mutex> lock(__mut_);
    if (__has_value())
        __throw_future_error(future_errc::promise_already_satisfied);
    __state_ |= __constructed | ready;
    __cv_.notify_all();
}
void __assoc_sub_state::set_value_at_thread_exit()
{
    unique_lock<mutex> lock(__mut_);
    if (__has_value())
        __throw_future_error(future_errc::promise_already_satisfied);
    __state_ |= __constructed;
    __thread_local_data()->__make_ready_at_thread_exit(this);
}
void __assoc_sub_state::set_exception(exception_ptr exception)
{
    unique_lock<mutex> lock(__mut_);
    if (__has_value())
        __throw_future_error(future_errc::promise_already_satisfied);
    __exception_ = exception;
    __state_ |= ready;
    __cv_.notify_all();
}
void __assoc_sub_state::set_exception_at_thread_exit(exception_ptr exception)
{
    unique_lock<mutex> lock(__mut_);
    if (__has_value())
        __throw_future_error(future_errc::promise_already_satisfied);
    __exception_ = exception;
    __thread_local_data()->__make_ready_at_thread_exit(this);
}
void __assoc_sub_state::__make_ready()
{
    unique_lock<mutex> lock(__mut_);
    __state_ |= ready;
    __cv_.notify_all();
}
void __assoc_sub_state::copy()
{
    unique_lock<mutex> lock(__mut_);
    __sub_wait(lock);
    if (__exception_ != nullptr)
        rethrow_exception(__exception_);
}
void __assoc_sub_state::wait()
{
    unique_lock<mutex> lock(__mut_);
    __sub_wait(lock);
}
void __assoc_sub_state::__sub_wait(unique_lock<mutex> &lock)
{
    if (__is_ready())
        return;
    if (__state_ & static_cast<unsigned>(deferred)) {
        __state_ &= ~static_cast<unsigned>(deferred);
        lock.unlock();
        __execute();
    } else {
        while (!__is_ready())
            __cv_.wait(lock);
    }
}
void __assoc_sub_state::__execute() { __throw_future_error(future_errc::no_state); }

future<void>::future(__assoc_sub_state *state) : __state_(state) { __state_->__attach_future(); }
future<void>::~future()
{
    if (__state_)
        __state_->__release_shared();
}
void future<void>::get()
{
    unique_ptr<__shared_count, __release_shared_count> guard(__state_);
    __assoc_sub_state *state = __state_;
    __state_ = nullptr;
    state->copy();
}

promise<void>::promise() : __state_(new __assoc_sub_state) {}
promise<void>::~promise()
{
    if (__state_) {
        if (!__state_->__has_value() && __state_->use_count() > 1)
            __state_->set_exception(make_exception_ptr(future_error(future_errc::broken_promise)));
        __state_->__release_shared();
    }
}
future<void> promise<void>::get_future()
{
    if (!__state_)
        __throw_future_error(future_errc::no_state);
    return future<void>(__state_);
}
void promise<void>::set_value()
{
    if (!__state_)
        __throw_future_error(future_errc::no_state);
    __state_->set_value();
}
void promise<void>::set_exception(exception_ptr exception)
{
    if (!__state_)
        __throw_future_error(future_errc::no_state);
    __state_->set_exception(exception);
}

_LIBCPP_END_NAMESPACE_STD
